import { MessageCircle, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSite } from '#data/use-site.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { avoidOverlap } from './avoid-overlap.ts';

/**
 * The built-in chat: the floating button opens a small panel with the brand, the welcome text and a
 * WhatsApp link (docs/product/storefront.md). A native popover: Escape and a click outside close it,
 * and the focus returns to the button.
 */
export function ChatPanel() {
  const site = useSite();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const [open, setOpen] = useState(false);
  const [hadFocus] = useState(() => document.activeElement?.matches('.chat-button'));
  useEffect(() => {
    // why: the button replaces the link, which may have had the keyboard focus.
    if (hadFocus) button.current?.focus();
    return button.current ? avoidOverlap(button.current) : undefined;
  }, [hadFocus]);
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
        aria-labelledby={`${id}-name`}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') link.current?.focus();
        }}
        className="chat-panel fixed inset-auto m-0 w-[min(20rem,calc(100vw-2.5rem))] overflow-hidden rounded-2xl border border-rule bg-surface p-0 text-ink shadow-[0_8px_30px_-8px_rgb(0_0_0/0.25)] transition duration-150 ease-calm starting:translate-y-2 starting:opacity-0"
      >
        <header className="flex items-start justify-between gap-3 bg-teal-deep py-3 pr-2 pl-5 text-white">
          <div className="py-1">
            <h2 id={`${id}-name`} className="font-display text-xl">
              {site.studio.chat_brand_name}
            </h2>
            <p className="mt-0.5 text-sm">{site.studio.chat_brand_subtitle}</p>
          </div>
          <Button
            variant="quiet"
            iconOnly
            aria-label="Close"
            popoverTarget={id}
            popoverTargetAction="hide"
            className="text-white! hover:bg-white/15! focus-visible:outline-white"
          >
            <X aria-hidden size={20} />
          </Button>
        </header>
        <div className="p-5">
          <p className="w-fit rounded-xl rounded-tl-sm bg-paper-deep px-4 py-2.5">
            {site.studio.chat_welcome_text}
          </p>
          <a
            ref={link}
            href={whatsAppLink(site.studio.whatsapp, site.studio.chat_message)}
            target="_blank"
            rel="noopener noreferrer"
            className={`${buttonClass({ wide: true })} mt-5`}
          >
            <MessageCircle aria-hidden size={18} />
            {site.studio.chat_call_to_action}
          </a>
          <p className="mt-2 text-center text-xs text-ink-quiet">Opens WhatsApp</p>
        </div>
      </div>
    </>
  );
}
