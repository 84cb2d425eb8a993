import { Outlet, createFileRoute } from '@tanstack/react-router';
import { SiteShell } from '#storefront/shell/site-shell.tsx';

export const Route = createFileRoute('/_site')({ component: Site });

function Site() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
