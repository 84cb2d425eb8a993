import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageStatus } from '#domain/messages/message-status.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['Sent', 'green'],
  ['Failed', 'red'],
  ['Trying again', 'amber'],
]);

/** State of a message as a badge. */
export function MessageStatus({ message }: { message: ListedMessage }) {
  const status = messageStatus(message);
  return <Badge tone={TONES.get(status)}>{status}</Badge>;
}
