import type { ReactNode } from 'react';
import { Toaster } from '#ui/toast.tsx';
import { Tooltips } from '#ui/tooltips.tsx';
import { ChatWidget } from '#storefront/chat/chat-widget.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** The frame of every storefront page: header, footer, chat, notices and tooltips. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-[200%] rounded-control bg-ink px-4 py-3 text-sm text-paper focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer />
      <ChatWidget />
      <Toaster />
      <Tooltips />
    </div>
  );
}
