import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Conflict } from '#data/stock/reservation-answers.ts';
import { conflictsQuery } from '#data/stock/reservations.ts';
import { daysText } from '#domain/availability/availability-text.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useRecordLinks } from '../kit/record-links.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/**
 * Says how many items are promised more often than there are pieces, and lists them; nothing while there
 * is none.
 */
export function ConflictsNotice() {
  const conflicts = useQuery(conflictsQuery(useStaffApi())).data ?? [];
  const [isOpen, setOpen] = useState(false);
  const count = conflicts.length;
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-sm text-ink hover:bg-paper-deep sm:min-h-9"
        >
          <TriangleAlert aria-hidden size={16} className="shrink-0 text-amber" />
          {count === 1 ? '1 conflict' : `${count} conflicts`}
        </button>
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Conflicts">
        <p className="text-sm text-ink-quiet">
          {count > 0
            ? 'More pieces are promised than there are, soonest first. Hire pieces in, or change an order.'
            : 'Every promise has its piece.'}
        </p>
        <ul className="mt-3 divide-y divide-rule border-t border-rule">
          {conflicts.map((conflict) => (
            <ConflictItem key={conflict.id} conflict={conflict} onFollow={() => setOpen(false)} />
          ))}
        </ul>
      </Sheet>
    </>
  );
}

const link =
  'text-teal underline underline-offset-2 hover:text-teal-deep max-sm:inline-flex max-sm:min-h-11 max-sm:min-w-11 max-sm:items-center';

interface ConflictItemProps {
  conflict: Conflict;
  /** A link was followed. */
  onFollow: () => void;
}

function ConflictItem({ conflict, onFollow }: ConflictItemProps) {
  const { type, code, name, short, days } = conflict;
  const links = useRecordLinks();
  const promised = [
    ...conflict.orders.map(({ order_number: number }) => ({ number, link: links.order(number) })),
    ...conflict.holds.map(({ enquiry_number: number }) => ({
      number,
      link: links.enquiry(number),
    })),
  ];
  return (
    <li className="py-2.5 text-sm tabular-nums">
      <p>
        <Link
          {...links.item(type, code, 'calendar')}
          preload={false}
          onClick={onFollow}
          className={`font-medium ${link}`}
        >
          {name}
        </Link>{' '}
        <span className="text-xs text-ink-quiet">{code}</span>
      </p>
      <p>
        {short} too few on {daysText(days)}
      </p>
      <p className="text-ink-quiet">
        {promised.map(({ number, link: to }, at) => (
          <Fragment key={number}>
            {at > 0 && ', '}
            <Link {...to} preload={false} onClick={onFollow} className={link}>
              {number}
            </Link>
          </Fragment>
        ))}
      </p>
    </li>
  );
}
