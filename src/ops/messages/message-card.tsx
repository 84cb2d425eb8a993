import { formatMoment } from '#domain/dates.ts';
import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageName, messageReason, messageRecipient } from '#domain/messages/message-status.ts';
import { MessageStatus } from './message-status-badge.tsx';

export interface MessageCardProps {
  message: ListedMessage;
  onOpen: (id: string) => void;
}

/** A message on a narrow screen and in the drawer of its record; the whole card opens it. */
export function MessageCard({ message, onOpen }: MessageCardProps) {
  const facts = [
    messageRecipient(message),
    message.about?.number,
    formatMoment(message.sent_at ?? message.created_at),
  ];
  const why = messageReason(message) ?? (message.state === 'sent' ? null : message.problem);
  return (
    <button
      type="button"
      data-row-link
      onClick={() => onOpen(message.id)}
      className="-mx-2 block w-[calc(100%+1rem)] rounded-md px-2 py-3 text-left text-sm hover:bg-paper-deep"
    >
      <span className="flex items-center justify-between gap-3 cramped:flex-wrap">
        <span className="min-w-0 font-medium break-words">{messageName(message)}</span>
        <MessageStatus message={message} />
      </span>
      <span className="mt-0.5 block text-xs text-ink-quiet tabular-nums">
        {facts.filter(Boolean).join(' · ')}
      </span>
      {why && <span className="mt-0.5 block text-xs break-words text-ink-quiet">{why}</span>}
    </button>
  );
}
