import { lazy, Suspense, type ReactNode } from 'react';
import { formatMoment } from '#domain/dates.ts';
import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageName, messageReason, messageRecipient } from '#domain/messages/message-status.ts';
import { Sheet } from '#ui/sheet.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageStatus } from './message-status-badge.tsx';
import { SubjectLink } from './subject-link.tsx';

/** why lazy: it draws e-mails, and is needed once a message is open. */
const MessageContent = lazy(async () => import('./message-content.tsx'));

export interface MessageSheetProps {
  /** Undefined while the sheet is closed. */
  message: ListedMessage | undefined;
  onClose: () => void;
}

/** One message: what became of it, what it says, and what can be done. */
export function MessageSheet({ message, onClose }: MessageSheetProps) {
  return (
    <Sheet
      open={message !== undefined}
      onClose={onClose}
      title={message ? messageName(message) : 'Message'}
    >
      {message && <Details key={message.id} message={message} />}
    </Sheet>
  );
}

function Details({ message }: { message: ListedMessage }) {
  const { about, attempts, channel, due_at, problem, requested_by, sent_at, state } = message;
  const reason = messageReason(message);
  return (
    <div className="space-y-6 pb-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm">
        <Fact label="State">
          <MessageStatus message={message} />
        </Fact>
        <Fact label="To">{messageRecipient(message)}</Fact>
        {about && (
          <Fact label="About">
            <SubjectLink subject={about} />
          </Fact>
        )}
        <Fact label="Queued">{formatMoment(message.created_at)}</Fact>
        {requested_by && <Fact label="Asked for by">{requested_by}</Fact>}
        {sent_at && <Fact label="Sent">{formatMoment(sent_at)}</Fact>}
        {state === 'waiting' && attempts > 0 && (
          <Fact label="Next attempt">{formatMoment(due_at)}</Fact>
        )}
        {attempts > 1 && <Fact label="Attempts">{attempts}</Fact>}
      </dl>
      {reason && <p className="text-sm text-pretty">{reason}</p>}
      {problem && state !== 'sent' && (
        <p className="text-sm break-words">
          <span className="text-ink-quiet">The mail server’s answer:</span> {problem}
        </p>
      )}
      <MessageActions message={message} />
      {channel === 'email' && (
        <Suspense fallback={<LoadingSkeleton blocks={['h-8 w-56', 'h-80 w-full']} />}>
          <MessageContent message={message} />
        </Suspense>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 break-words tabular-nums">{children}</dd>
    </div>
  );
}
