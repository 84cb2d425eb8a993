import { useQuery } from '@tanstack/react-query';
import { statusesQuery, type StatusKind } from '#data/crm/statuses.ts';
import { statusText } from '#domain/crm/crm-text.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useStaffApi } from './use-staff-api.ts';

/** why: only pending, finished and cancelled statuses have a colour; studios may add statuses. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['pending', 'amber'],
  ['in_progress', 'teal'],
  ['converted', 'green'],
  ['completed', 'green'],
  ['fully_paid', 'green'],
  ['cancelled', 'red'],
]);

/** A status with its label. */
export function StatusBadge({ kind, status }: { kind: StatusKind; status: string }) {
  const label = useStatusLabel(kind);
  return <Badge tone={TONES.get(status)}>{label(status)}</Badge>;
}

/**
 * Returns a lookup from a status to its label, or to the value in words while statuses are not loaded.
 * @param enabled false skips loading the statuses
 */
export function useStatusLabel(kind: StatusKind, enabled = true): (value: string) => string {
  const statuses = useQuery({ ...statusesQuery(useStaffApi(), kind), enabled }).data;
  return (value) => statuses?.find((status) => status.value === value)?.label ?? statusText(value);
}
