import { useQuery } from '@tanstack/react-query';
import { statusesQuery, type StatusKind } from '#data/statuses.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useStaffApi } from '../../use-staff-api.ts';

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
  const label = useStatusLabel(kind);
  return <Badge tone={TONES.get(status)}>{label(status)}</Badge>;
}

/**
 * Tells the label of a status, or its value where the statuses are not here. `enabled`: whether the
 * statuses are wanted at all.
 */
export function useStatusLabel(kind: StatusKind, enabled = true): (value: string) => string {
  const statuses = useQuery({ ...statusesQuery(useStaffApi(), kind), enabled }).data;
  return (value) => statuses?.find((status) => status.value === value)?.label ?? value;
}
