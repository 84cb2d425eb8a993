import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { HYDRATED } from '#app/tap-queue.ts';
import { PUBLIC_CONFIG_ELEMENT } from '#app/runtime-context.ts';
import { TEXT_FACE } from '#app/fonts/faces.ts';
import type { RouterContext } from '#app/router.tsx';
import { APPLY_CARDS } from '#storefront/catalogue/cards-in-row.ts';
import { pageTitle } from '#storefront/seo/page-head.ts';
import '#app/styles.css';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => {
    const accent = match.context.site.brand.accent;
    return {
      meta: [
        { title: pageTitle(match.context) },
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { name: 'theme-color', content: '#faf8f4' },
      ],
      links: [
        TEXT_FACE,
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        ...(accent ? [{ rel: 'stylesheet', href: `/brand.css?accent=${accent.slice(1)}` }] : []),
      ],
    };
  },
  component: Document,
});

function Document() {
  const { backend } = Route.useRouteContext();
  useEffect(() => void dispatchEvent(new Event(HYDRATED)), []);
  return (
    // why: the script below sets attributes on the element before hydration.
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <HeadContent />
        <script dangerouslySetInnerHTML={{ __html: APPLY_CARDS }} />
      </head>
      <body>
        <Outlet />
        <script
          id={PUBLIC_CONFIG_ELEMENT}
          type="application/json"
          // why: an escaped `<` cannot close the element.
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(backend.config).replaceAll('<', '\\u003c'),
          }}
        />
        <Scripts />
      </body>
    </html>
  );
}
