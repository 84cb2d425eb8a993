import { useQuery } from '@tanstack/react-query';
import { enquiryStatusesQuery } from '#data/enquiries.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useStaffApi } from '../use-staff-api.ts';

/** why: only what waits for somebody, or is done, has a colour; a studio may add statuses. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['pending', 'amber'],
  ['converted', 'green'],
]);

/** An enquiry's status by its label. */
export function EnquiryStatusBadge({ status }: { status: string }) {
  const statuses = useQuery(enquiryStatusesQuery(useStaffApi()));
  return <Badge tone={TONES.get(status)}>{statuses.data?.get(status) ?? status}</Badge>;
}
