import type { TimelineEvent } from '#domain/crm/customer.ts';
import { eventActor, eventText } from '#domain/crm/timeline-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { EmptyText } from '../../kit/empty-text.tsx';
import { useStatusLabel } from '../../kit/status-badge.tsx';

/** Activity, newest first, as recorded by the database's triggers. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  const mentions = (what: string, subject: string) =>
    events.some((event) => event.what === what && event.subject === subject);
  const labels = {
    enquiry: useStatusLabel('enquiry', mentions('status', 'enquiry')),
    order: useStatusLabel('order', mentions('status', 'order')),
    payment: useStatusLabel('payment', mentions('payment_status', 'order')),
  };
  if (events.length === 0) return <EmptyText>Nothing yet.</EmptyText>;
  return (
    <ol className="text-sm">
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap gap-x-3 py-1">
          <time dateTime={event.created_at} className="w-44 shrink-0 text-ink-quiet tabular-nums">
            {formatMoment(event.created_at)}
          </time>
          <span className="min-w-0 grow basis-48 break-words">
            {eventText(event, (kind, value) => labels[kind](value))}{' '}
            <span className="text-ink-quiet">· {eventActor(event)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
