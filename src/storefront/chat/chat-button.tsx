import { MessageCircle } from 'lucide-react';
import { studio } from '#config';
import { whatsAppLink } from '#domain/phone.ts';

/** The built-in chat button as a link: opens WhatsApp with a prefilled message. */
export function ChatButton() {
  return (
    <a
      href={whatsAppLink(studio.studio.whatsapp, studio.studio.chat_message)}
      target="_blank"
      rel="noopener noreferrer"
      className="chat-button"
    >
      <MessageCircle aria-hidden size={20} strokeWidth={1.75} />
      <span className="chat-words">{studio.studio.chat_call_to_action}</span>
    </a>
  );
}
