import { Outlet, createFileRoute } from '@tanstack/react-router';
import { opsHead } from '#ops/kit/ops-head.ts';
import { OpsFrame } from '#ops/frame/ops-frame.tsx';
import { FullScreenLoading } from '#ui/page-message.tsx';

export const Route = createFileRoute('/ops')({
  // why: the session is in the browser, so the server has nothing to render.
  ssr: false,
  pendingMs: 0,
  head: ({ match }) => {
    const { meta } = opsHead('Back office')({ match });
    return {
      meta: [...meta, { name: 'robots', content: 'noindex, nofollow' }],
      links: [
        { rel: 'manifest', href: '/ops/manifest.webmanifest' },
        { rel: 'apple-touch-icon', href: '/app-icon-192.png' },
      ],
    };
  },
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
