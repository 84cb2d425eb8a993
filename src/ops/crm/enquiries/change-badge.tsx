import type { Enquiry } from '#domain/crm/rental.ts';
import { Badge } from '#ui/badge.tsx';

/** Chip of an enquiry whose customer waits for an answer to a change; nothing for others. */
export function ChangeBadge({ enquiry }: { enquiry: Enquiry }) {
  return enquiry.change_asked_at === null ? null : <Badge tone="amber">Change asked</Badge>;
}
