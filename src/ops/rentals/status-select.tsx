import { useMutation, useQuery } from '@tanstack/react-query';
import { statusesQuery, type StatusKind } from '#data/statuses.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useReadAgain } from '../shell/use-read-again.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Props of {@link StatusSelect}. */
export interface StatusSelectProps {
  /** 'Status' */
  label: string;
  kind: StatusKind;
  /** As the database has it. */
  value: string;
  /** Id of the record. */
  id: string;
  /** @throws {Failure} with the server's message */
  save: (status: string) => Promise<void>;
  /** 'Status updated successfully', 'Error updating status' */
  texts: { done: string; failure: string };
}

/**
 * Changes a status. What was chosen shows at once and goes back when it cannot be saved. To choose
 * from: all active ones but `converted`, which only the conversion sets (back office §4), and the
 * present one in any case.
 */
export function StatusSelect({ label, kind, value, id, save, texts }: StatusSelectProps) {
  const statuses = useQuery(statusesQuery(useStaffApi(), kind)).data ?? [];
  const readAgain = useReadAgain();
  const change = useMutation({
    // why: two quick changes of one record are saved in the order in which they were made.
    scope: { id: `${kind}-status:${id}` },
    mutationFn: save,
    onError: (error) => {
      notifyFailure(texts.failure, error);
      void readAgain();
    },
    // why: awaited, so that the choice stays shown until what is read holds it.
    onSuccess: () => {
      notify.success(texts.done);
      return readAgain();
    },
  });
  const choices = statuses.filter((one) => one.is_active && one.value !== 'converted');
  const present = choices.some((one) => one.value === value);
  const presentLabel = statuses.find((one) => one.value === value)?.label;
  return (
    <label className="block min-w-0 text-xs text-ink-quiet">
      {label}
      <select
        value={change.isPending ? change.variables : value}
        aria-busy={change.isPending}
        onChange={(event) => change.mutate(event.target.value)}
        className="mt-1 block h-11 w-full min-w-40 rounded-sm border border-rule-strong bg-surface px-2 text-sm text-ink hover:border-ink-quiet sm:h-9"
      >
        {!present && (
          <option value={value}>
            {presentLabel === undefined ? value : `${presentLabel} (no longer used)`}
          </option>
        )}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}
