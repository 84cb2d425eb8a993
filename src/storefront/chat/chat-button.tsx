import { MessageCircle } from 'lucide-react';
import { useSite } from '#data/settings/use-site.ts';
import { whatsAppLink } from '#domain/phone.ts';

/** The built-in chat button as a link: opens WhatsApp with a prefilled message. */
export function ChatButton() {
  const site = useSite();
  return (
    <a
      href={whatsAppLink(site.studio.whatsapp, site.studio.chat_message)}
      target="_blank"
      rel="noopener noreferrer"
      className="chat-button"
    >
      <MessageCircle aria-hidden size={20} strokeWidth={1.75} />
      <span className="chat-words">{site.studio.chat_call_to_action}</span>
    </a>
  );
}
