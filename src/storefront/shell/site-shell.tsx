import type { ReactNode } from 'react';
import { SkipLink } from '#ui/skip-link.tsx';
import { Toaster } from '#ui/toast.tsx';
import { Tooltips } from '#ui/tooltips.tsx';
import { ChatWidget } from '#storefront/chat/chat-widget.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** The frame of every storefront page: header, footer, chat, notices and tooltips. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink to="#content">Skip to content</SkipLink>
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
