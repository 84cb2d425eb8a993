import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { statusesQuery, type StatusKind } from '#data/crm/statuses.ts';
import { statusText } from '#domain/crm/crm-text.ts';
import { classNames } from '#ui/class-names.ts';
import { notify } from '#ui/toast.tsx';
import { notifyUnsaved } from '../../kit/failure-notice.ts';
import { openByKey } from '../../kit/open-by-key.ts';
import { UnsavedMark } from '../../kit/unsaved-mark.tsx';
import { useQueuedChange } from '../../kit/use-queued-change.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface StatusSelectProps {
  /** 'Status' */
  label: string;
  kind: StatusKind;
  /** The saved status. */
  value: string;
  /** Id of the record. */
  id: string;
  /** @throws {Failure} with the server's message */
  save: (status: string) => Promise<void>;
  /** 'Status updated successfully', 'Error updating status' */
  texts: { done: string; failure: string };
  /** Puts a refusal into words; by default the server's. */
  explain?: (error: Error) => Error;
  /** Whether a status is asked about elsewhere before it is saved; `change` then saves it. */
  intercept?: (status: string, change: () => void) => boolean;
}

/**
 * Changes a status optimistically: marked as unsaved until the server has it, rolled back if refused.
 * Offers the active statuses except `converted`, which only conversion sets, and always the current
 * one.
 */
export function StatusSelect(props: StatusSelectProps) {
  const { label, kind, value, id, save, texts, explain = (error) => error, intercept } = props;
  const statuses = useQuery(statusesQuery(useStaffApi(), kind)).data ?? [];
  const markId = useId();
  const field = kind === 'payment' ? 'payment_status' : 'status';
  const status = useQueuedChange({
    of: [kind === 'enquiry' ? 'enquiry' : 'order', id, field],
    value,
    save: async (next) => {
      await save(next);
      return { [field]: next };
    },
    onSaved: () => notify.success(texts.done),
    onRefused: (error) => notifyUnsaved(texts.failure, explain(error)),
  });
  const choices = statuses.filter((one) => one.is_active && one.value !== 'converted');
  const present = choices.some((one) => one.value === value);
  const presentLabel = statuses.find((one) => one.value === value)?.label;
  return (
    <label className="block min-w-0 text-xs text-ink-quiet">
      {label}
      <select
        aria-label={label}
        value={status.value}
        aria-busy={status.isPending}
        aria-describedby={status.unsaved === null ? undefined : markId}
        onKeyDown={openByKey}
        onChange={({ target: { value: next } }) => {
          const change = () => status.change(next);
          if (!intercept?.(next, change)) change();
        }}
        className={classNames(
          'mt-1 block h-11 w-full min-w-40 rounded-sm border bg-surface px-2 text-sm text-ink sm:h-9',
          status.unsaved !== null ? 'border-ink' : 'border-rule-strong hover:border-ink-quiet',
        )}
      >
        {!present && (
          <option value={value}>
            {presentLabel === undefined ? statusText(value) : `${presentLabel} (no longer used)`}
          </option>
        )}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {status.unsaved !== null && (
        <span className="mt-1 block">
          <UnsavedMark id={markId} reason={status.unsaved} />
        </span>
      )}
    </label>
  );
}
