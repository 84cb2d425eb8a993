import { MessageCircle } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { whenUsed } from '#ui/when-used.ts';
import { avoidOverlap } from './avoid-overlap.ts';
import type { ChatContent } from './chat-content.tsx';

/**
 * The built-in chat: the floating button opens a small panel (docs/product/storefront.md), whose content is loaded with
 * the first use of the page. A native popover: Escape and a click outside close it, and the focus returns to the button.
 * @param onLost the content cannot be loaded
 */
export function ChatPanel({ onLost }: { onLost: () => void }) {
  const site = useSite();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [Content, setContent] = useState<typeof ChatContent>();
  const [hadFocus] = useState(() => document.activeElement?.matches('.chat-button'));
  useEffect(() => {
    // why: the button replaces the link, which may have had the keyboard focus.
    if (hadFocus) button.current?.focus();
    return button.current ? avoidOverlap(button.current) : undefined;
  }, [hadFocus]);
  useEffect(
    () =>
      whenUsed(() => {
        void import('./chat-content.tsx').then(
          (loaded) => setContent(() => loaded.ChatContent),
          onLost,
        );
      }),
    [onLost],
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="chat-button"
      >
        <MessageCircle aria-hidden size={20} strokeWidth={1.75} />
        <span className="chat-words">{site.studio.chat_call_to_action}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={site.studio.chat_brand_name}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="chat-panel fixed inset-auto m-0 w-[min(20rem,calc(100vw-2.5rem))] overflow-hidden rounded-2xl border border-rule bg-surface p-0 text-ink shadow-[0_8px_30px_-8px_rgb(0_0_0/0.25)] transition duration-150 ease-calm starting:translate-y-2 starting:opacity-0"
      >
        {Content && <Content id={id} open={open} />}
      </div>
    </>
  );
}
