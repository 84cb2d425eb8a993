import { createFileRoute } from '@tanstack/react-router';
import { runtimeContext } from '#app/runtime-context.ts';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { sitemap } from '#storefront/seo/sitemap.ts';

/** All public addresses, for search engines; `?part=` for one of the parts that the index names. */
export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { backend, origin } = runtimeContext();
        const part = new URL(request.url).searchParams.get('part');
        const xml = await sitemap(createPublicApi(backend), origin, part);
        if (xml === null) return new Response('Not Found', { status: 404 });
        const headers = {
          'content-type': 'application/xml; charset=utf-8',
          'cache-control': 'public, max-age=600',
        };
        return new Response(xml, { headers });
      },
    },
  },
});
