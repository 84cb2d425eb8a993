import { Outlet, createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DISPLAY_FACE } from '#app/fonts/faces.ts';
import { SiteShell } from '#storefront/shell/site-shell.tsx';
import { whenUsed } from '#ui/when-used.ts';

export const Route = createFileRoute('/_site')({
  head: () => ({ links: [DISPLAY_FACE] }),
  component: Site,
});

function Site() {
  const { api } = Route.useRouteContext();
  // why: the first click that needs data must not wait for the client's code.
  useEffect(() => whenUsed(() => void api().catch(() => {})), [api]);
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
