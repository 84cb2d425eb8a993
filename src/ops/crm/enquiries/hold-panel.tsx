import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { dayText } from '#domain/availability/availability-text.ts';
import {
  canExtend,
  extendedHoldEnd,
  isHeld,
  momentText,
  proposedHoldEnd,
  timeLeftText,
} from '#domain/crm/hold-text.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import type { EnquiryRecord } from '#domain/crm/rental.ts';
import { studioToday } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { useMinute, useRefetchAt } from '../../kit/use-minute.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { useHold, useRelease, useWaiting } from './use-hold.ts';

/**
 * The hold of an enquiry: until when it lasts, to hold its items, to extend by a day, to release, and to be
 * second option while others hold them. Nothing where no line can be held: the enquiry is closed or converted,
 * or its days are over.
 */
export function HoldPanel({ enquiry }: { enquiry: EnquiryRecord }) {
  const now = useMinute();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');
  const close = () => {
    setAsking(false);
    setRefusal('');
  };
  const hold = useHold(enquiry, { onHeld: close, onWrongEnd: isAsking ? setRefusal : undefined });
  const { held_until: until, waiting_since: waiting } = enquiry;
  useRefetchAt(until === null ? [] : [until]);
  const proposed = proposedHoldEnd(enquiry.items, now);
  const held = until !== null && isHeld(until, now) ? until : null;
  const hasDays = enquiry.items.some(({ availability }) => availability !== null);
  if (held === null && waiting === null && !(hasDays && proposed !== null)) return null;
  const anotherTime = (
    <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
      Another time
    </Button>
  );
  return (
    <section
      aria-label="Hold"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm max-sm:[&>button]:grow"
    >
      {held === null ? (
        <>
          {proposed !== null && hasDays && (
            <>
              <Button
                variant="secondary"
                size="sm"
                busy={hold.isPending}
                onClick={() => hold.mutate(proposed)}
              >
                Hold until {momentText(proposed, now)}
              </Button>
              {anotherTime}
            </>
          )}
          <SecondOption enquiry={enquiry} />
        </>
      ) : (
        <Held enquiry={enquiry} until={held} now={now} hold={hold} anotherTime={anotherTime} />
      )}
      <HoldDialog
        open={isAsking}
        title={`${held === null ? 'Hold' : 'Extend the hold of'} ${enquiryNumber(enquiry)}`}
        proposed={proposed ?? held}
        isPending={hold.isPending}
        refusal={refusal}
        onType={() => setRefusal('')}
        onHold={(end) => hold.mutate(end)}
        onClose={close}
      />
    </section>
  );
}

interface HeldProps {
  enquiry: EnquiryRecord;
  until: string;
  now: Date;
  hold: ReturnType<typeof useHold>;
  anotherTime: ReactNode;
}

/** A hold that is on: its end, and the buttons to extend and to release it. */
function Held({ enquiry, until, now, hold, anotherTime }: HeldProps) {
  const release = useRelease(enquiry);
  const { items, hold_extensions: extensions } = enquiry;
  const next = extendedHoldEnd(items, until, extensions);
  return (
    <>
      <p className="mr-2">
        Held until {momentText(until, now)}{' '}
        <span className="text-ink-quiet">· {timeLeftText(until, now)}</span>
      </p>
      {next !== null && (
        <Button
          variant="secondary"
          size="sm"
          busy={hold.isPending}
          onClick={() => hold.mutate(next)}
        >
          Extend until {momentText(next, now)}
        </Button>
      )}
      {canExtend(extensions) && anotherTime}
      <Button
        variant="quiet"
        size="sm"
        busy={release.isPending}
        onClick={() => release.mutate(null)}
      >
        Release
      </Button>
    </>
  );
}

/** Being second option for items that are not free now; says when they are. */
function SecondOption({ enquiry }: { enquiry: EnquiryRecord }) {
  const wait = useWaiting(enquiry);
  const { waiting_since: since, can_hold: fits } = enquiry;
  if (since === null) {
    if (fits) return null;
    return (
      <Button variant="quiet" size="sm" busy={wait.isPending} onClick={() => wait.mutate(true)}>
        Second option
      </Button>
    );
  }
  return (
    <>
      {fits ? (
        <p role="status" className="flex items-center gap-1.5 font-medium">
          <CircleCheck aria-hidden size={16} className="shrink-0 text-green" />
          Second option: everything is free now
        </p>
      ) : (
        <p>
          Second option{' '}
          <span className="text-ink-quiet">since {dayText(studioToday(new Date(since)))}</span>
        </p>
      )}
      <Button variant="quiet" size="sm" busy={wait.isPending} onClick={() => wait.mutate(false)}>
        Stop waiting
      </Button>
    </>
  );
}
