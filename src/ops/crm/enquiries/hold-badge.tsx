import { heldText, isHeld } from '#domain/crm/hold-text.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import { Badge } from '#ui/badge.tsx';

/** Chip of an enquiry that is held, with the time left, or second option; nothing for others. */
export function HoldBadge({ enquiry, now }: { enquiry: Enquiry; now: Date }) {
  const { held_until: until, waiting_since: waiting } = enquiry;
  if (until !== null && isHeld(until, now)) {
    return <Badge tone="teal">{heldText(until, now)}</Badge>;
  }
  return waiting === null ? null : <Badge>Second option</Badge>;
}
