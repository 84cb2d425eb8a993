import { MessageCircle, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { Button, buttonClass } from '#ui/button.tsx';

export interface ChatContentProps {
  /** Id of the panel. */
  id: string;
  open: boolean;
}

/** Content of the chat panel: the brand, the welcome text and a WhatsApp link, which gets the focus. */
export function ChatContent({ id, open }: ChatContentProps) {
  const site = useSite();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (open) link.current?.focus();
  }, [open]);
  return (
    <>
      <div className="flex items-start justify-between gap-3 bg-band py-3 pr-2 pl-5 text-white">
        <div className="py-1">
          <h2 className="font-display text-xl">{site.studio.chat_brand_name}</h2>
          <p className="mt-0.5 text-sm">{site.studio.chat_brand_subtitle}</p>
        </div>
        <Button
          variant="quiet"
          iconOnly
          aria-label="Close"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="text-white hover:bg-white/15 focus-visible:outline-white"
        >
          <X aria-hidden size={20} />
        </Button>
      </div>
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
    </>
  );
}
