import { useState } from 'react';
import { isHeld, momentText, proposedHoldEnd, timeLeftText } from '#domain/crm/hold-text.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import type { EnquiryRecord } from '#domain/crm/rental.ts';
import { Button } from '#ui/button.tsx';
import { useMinute, useRefetchAt } from '../rentals/use-minute.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { useHold, useRelease } from './use-hold.ts';

/** The most often that a hold can be extended. */
const MOST_EXTENSIONS = 2;

/**
 * The hold of an enquiry: until when it lasts; to hold its items, to extend and to release. Nothing where no
 * line can be held: the enquiry is closed or converted, or its days are over.
 */
export function HoldPanel({ enquiry }: { enquiry: EnquiryRecord }) {
  const now = useMinute();
  const [isAsking, setAsking] = useState(false);
  const hold = useHold(enquiry, () => setAsking(false));
  const release = useRelease(enquiry);
  const { held_until: until, hold_extensions: extensions } = enquiry;
  useRefetchAt(until === null ? [] : [until]);
  const proposed = proposedHoldEnd(enquiry.items, now);
  const held = until !== null && isHeld(until, now) ? until : null;
  const canHold = enquiry.items.some(({ availability }) => availability !== null);
  if (held === null && !(canHold && proposed !== null)) return null;
  return (
    <section aria-label="Hold" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {held !== null && (
        <>
          <p className="mr-2">
            Held until {momentText(held, now)}{' '}
            <span className="text-ink-quiet">· {timeLeftText(held, now)}</span>
          </p>
          {extensions < MOST_EXTENSIONS && (
            <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
              Extend
            </Button>
          )}
          <Button
            variant="quiet"
            size="sm"
            busy={release.isPending}
            onClick={() => release.mutate(null)}
          >
            Release
          </Button>
        </>
      )}
      {held === null && proposed !== null && (
        <>
          <Button
            variant="secondary"
            size="sm"
            busy={hold.isPending}
            onClick={() => hold.mutate(proposed)}
          >
            Hold until {momentText(proposed, now)}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            Another time
          </Button>
        </>
      )}
      <HoldDialog
        open={isAsking}
        title={`${held === null ? 'Hold' : 'Extend the hold of'} ${enquiryNumber(enquiry)}`}
        proposed={proposed ?? held}
        isPending={hold.isPending}
        onHold={(end) => hold.mutate(end)}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
