import { useQuery } from '@tanstack/react-query';
import { statusesQuery, type StatusKind } from '#data/statuses.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useStaffApi } from '../use-staff-api.ts';

/** why: only what waits for somebody, is lost or done has a colour; a studio may add statuses. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['pending', 'amber'],
  ['in_progress', 'teal'],
  ['converted', 'green'],
  ['completed', 'green'],
  ['fully_paid', 'green'],
  ['cancelled', 'red'],
]);

/** A status by its label. */
export function StatusBadge({ kind, status }: { kind: StatusKind; status: string }) {
  const label = useStatusLabel();
  return <Badge tone={TONES.get(status)}>{label(kind, status)}</Badge>;
}

/** The label of a status, or its value where the statuses are not here. */
export function useStatusLabel(): (kind: StatusKind, value: string) => string {
  const api = useStaffApi();
  const known = {
    enquiry: useQuery(statusesQuery(api, 'enquiry')).data,
    order: useQuery(statusesQuery(api, 'order')).data,
    payment: useQuery(statusesQuery(api, 'payment')).data,
  };
  return (kind, value) => known[kind]?.find((status) => status.value === value)?.label ?? value;
}
