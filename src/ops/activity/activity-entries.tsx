import { Link } from '@tanstack/react-router';
import type { ActivityEntry } from '#domain/activity/activity.ts';
import {
  activityActor,
  activityChanges,
  activityText,
  activityTime,
  type ActivityFieldLabel,
} from '#domain/activity/activity-text.ts';
import { formatDay } from '#domain/dates.ts';
import { formatCount } from '#ui/count.ts';
import { useStatusLabel } from '../kit/status-badge.tsx';
import { ActivityRecordLink } from './activity-record-link.tsx';

export interface ActivityEntriesProps {
  entries: readonly ActivityEntry[];
  fieldLabel: ActivityFieldLabel;
  /** Name of a record; by default its label. */
  recordName?: (entry: ActivityEntry) => string;
  /** Leaves out the records' names, for a list about one record. */
  isOfOne?: boolean;
}

/** Changes of staff by day, newest first. */
export function ActivityEntries(props: ActivityEntriesProps) {
  const { entries } = props;
  const mentions = (what: string, type: string) =>
    entries.some((entry) => entry.what === what && entry.record.type === type);
  const labels = {
    enquiry: useStatusLabel('enquiry', mentions('status', 'enquiry')),
    order: useStatusLabel('order', mentions('status', 'order')),
    payment: useStatusLabel('payment', mentions('payment_status', 'order')),
  };
  const days = Map.groupBy(entries, ({ at }) => formatDay(at));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="mb-6">
          <h2 className="border-b border-rule pb-1.5 text-sm font-semibold">{day}</h2>
          <ol className="divide-y divide-rule text-sm">
            {ofDay.map((entry) => (
              <Entry
                {...props}
                key={entry.id}
                entry={entry}
                text={activityText(entry, (kind, value) => labels[kind](value))}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

interface EntryProps extends ActivityEntriesProps {
  entry: ActivityEntry;
  text: string;
}

function Entry({ entry, text, fieldLabel, recordName, isOfOne = false }: EntryProps) {
  const { record, more, at } = entry;
  const name = recordName?.(entry) ?? record.label;
  const changes = activityChanges(entry, fieldLabel);
  return (
    <li className="flex flex-wrap gap-x-4 py-2">
      <p className="order-2 ml-auto text-right text-xs text-ink-quiet sm:pt-0.5">
        {activityActor(entry)}
        {' · '}
        <time dateTime={at} className="tabular-nums">
          {activityTime(entry)}
        </time>
      </p>
      <div className="min-w-0 grow basis-60 break-words">
        <p>
          {!isOfOne && (
            <>
              <ActivityRecordLink record={record}>{name || 'no name'}</ActivityRecordLink>{' '}
            </>
          )}
          {withoutNumber(text, record.label)}
          {more > 0 && (
            <>
              {', '}
              <Link
                to="/ops/settings/activity"
                search={{ about: `change:${entry.id}` }}
                className="text-teal underline underline-offset-2"
              >
                and {formatCount(more)} more
              </Link>
            </>
          )}
        </p>
        {changes.length > 0 && (
          <ul className="text-ink-quiet">
            {changes.map(({ field, label, before, after }) => (
              <li key={field} className="break-words">
                {label}: {before}
                {before !== null && after !== null && ' → '}
                {after !== null && <span className="text-ink">{after}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** An event's text without the number that is shown as the link before it. */
const withoutNumber = (text: string, label: string) =>
  label !== '' && text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text;
