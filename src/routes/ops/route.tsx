import { Outlet, createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { studio } from '#config';
import { FullScreenLoading } from '#ui/page-message.tsx';
import { Toaster } from '#ui/toast.tsx';

export const Route = createFileRoute('/ops')({
  // why: the session is in the browser, so the server has nothing to render.
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
  // why: the area around the page, and behind the scrollbar, needs the same background.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['side'] = 'ops';
    return () => void delete dataset['side'];
  }, []);
  return (
    // why: the back office uses the text face only.
    <div data-side="ops" className="min-h-dvh bg-paper text-ink [--font-display:var(--font-sans)]">
      <Outlet />
      <Toaster />
    </div>
  );
}
