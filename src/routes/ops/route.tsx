import { Outlet, createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { FullScreenLoading } from '#ui/page-message.tsx';
import { Toaster } from '#ui/toast.tsx';

export const Route = createFileRoute('/ops')({
  // why: the session lives in the browser, so there is nothing that the server could render.
  ssr: false,
  pendingMs: 0,
  head: () => ({
    meta: [
      { title: `Back office · ${studio.shortName}` },
      { name: 'robots', content: 'noindex, nofollow' },
    ],
  }),
  component: Ops,
  pendingComponent: FullScreenLoading,
});

function Ops() {
  return (
    // why: the ledger is set in the text face alone.
    <div data-side="ops" className="min-h-dvh bg-paper text-ink [--font-display:var(--font-sans)]">
      <Outlet />
      <Toaster />
    </div>
  );
}
