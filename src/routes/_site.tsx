import { Outlet, createFileRoute } from '@tanstack/react-router';
import { DISPLAY_FACE } from '#app/fonts/faces.ts';
import { SiteShell } from '#storefront/shell/site-shell.tsx';

export const Route = createFileRoute('/_site')({
  head: () => ({ links: [DISPLAY_FACE] }),
  component: Site,
});

function Site() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
