import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { useEffect } from 'react';
import { HYDRATED } from '#app/tap-queue.ts';
import { PUBLIC_CONFIG_ELEMENT, READS_ELEMENT } from '#app/runtime-context.ts';
import { dehydrateQueries } from '#app/query-transfer.ts';
import { TEXT_FACE } from '#app/fonts/faces.ts';
import type { RouterContext } from '#app/router-context.ts';
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
  const { backend, queryClient } = Route.useRouteContext();
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
        <Data id={PUBLIC_CONFIG_ELEMENT} json={JSON.stringify(backend.config)} />
        <Data id={READS_ELEMENT} json={readsOf(queryClient)} />
        <Scripts />
      </body>
    </html>
  );
}

/** The page's queries; the browser has read them when it renders the element, and leaves it as it is. */
const readsOf = createIsomorphicFn()
  .server(dehydrateQueries)
  .client(() => '');

/** Data for the browser. why an element and not a script: it needs no hash in the content security policy. */
function Data({ id, json }: { id: string; json: string }) {
  return (
    <script
      id={id}
      type="application/json"
      suppressHydrationWarning
      // why: an escaped `<` cannot close the element.
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  );
}
