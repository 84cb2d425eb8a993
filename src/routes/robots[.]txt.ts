import { createFileRoute } from '@tanstack/react-router';
import { runtimeContext } from '#app/runtime-context.ts';
import { robots } from '#storefront/seo/sitemap.ts';

/** Tells search engines which pages they may read. */
export const Route = createFileRoute('/robots.txt')({
  server: {
    handlers: {
      GET: () => {
        const headers = {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'public, max-age=600',
        };
        return new Response(robots(runtimeContext().origin), { headers });
      },
    },
  },
});
