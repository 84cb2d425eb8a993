import { Outlet, createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { OpsFrame } from '#ops/shell/ops-frame.tsx';
import { FullScreenLoading } from '#ui/page-message.tsx';

export const Route = createFileRoute('/ops')({
  // why: the session is in the browser, so the server has nothing to render.
  ssr: false,
  pendingMs: 0,
  head: () => ({
    meta: [
      { title: `Back office · ${studio.studio.short_name}` },
      { name: 'robots', content: 'noindex, nofollow' },
    ],
  }),
  component: Ops,
  pendingComponent: FullScreenLoading,
});

function Ops() {
  return (
    <OpsFrame>
      <Outlet />
    </OpsFrame>
  );
}
