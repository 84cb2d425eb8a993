import { Outlet, createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  // why: the space around the page, and behind the scrollbar, has the page's ground.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['side'] = 'ops';
    return () => void delete dataset['side'];
  }, []);
  return (
    // why: the ledger is set in the text face alone.
    <div data-side="ops" className="min-h-dvh bg-paper text-ink [--font-display:var(--font-sans)]">
      <Outlet />
      <Toaster />
    </div>
  );
}
