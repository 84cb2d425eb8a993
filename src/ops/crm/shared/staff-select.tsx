import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { assigneesQuery } from '#data/staff/staff.ts';
import { classNames } from '#ui/class-names.ts';
import { notify } from '#ui/toast.tsx';
import { notifyUnsaved } from '../../kit/failure-notice.ts';
import { staffName } from '../../kit/staff-roles.ts';
import { openByKey } from '../../kit/open-by-key.ts';
import { UnsavedMark } from '../../kit/unsaved-mark.tsx';
import { useQueuedChange } from '../../kit/use-queued-change.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface StaffSelectProps {
  /** Accessible name. */
  label: string;
  /** The option for nobody. */
  none: string;
  /** Kind and id of the record: `customer`, `enquiry`, `order`. */
  of: readonly [record: string, id: string];
  /** The selected member of staff, and their name where it is known. */
  assigned: string | null;
  assignedName: string | null;
  /** Saves the selection and returns the saved columns. @throws {Failure} */
  save: (to: string | null) => Promise<object>;
  /** `cell` shows its border on hover only; `field` looks like a form field. */
  look: keyof typeof LOOKS;
}

const LOOKS = {
  cell: '-ml-1.5 h-7 border-transparent bg-transparent px-1 hover:border-rule-strong',
  field: 'h-11 border-rule-strong bg-surface px-2 hover:border-ink-quiet sm:h-9',
};

/**
 * Selects the member of staff to whom a record is assigned; optimistic, rolled back if it cannot be saved.
 */
export function StaffSelect(props: StaffSelectProps) {
  const { label, none, of, assigned, assignedName, save, look } = props;
  const staff = useQuery(assigneesQuery(useStaffApi()));
  const markId = useId();
  const assign = useQueuedChange({
    of: [...of, 'assigned_to'],
    value: assigned ?? '',
    save: (to) => save(to || null),
    onSaved: () => notify.success('Assignment updated successfully'),
    onRefused: (error) => notifyUnsaved('Error updating assignment', error),
  });
  const offered = staff.data?.filter((one) => !one.disabled);
  const known = assigned === null || offered?.some((one) => one.id === assigned);
  return (
    <span className={look === 'cell' ? 'flex items-center gap-1' : 'block'}>
      <select
        aria-label={label}
        aria-describedby={assign.unsaved === null ? undefined : markId}
        value={assign.value}
        onKeyDown={openByKey}
        onChange={(event) => assign.change(event.target.value)}
        className={classNames(
          'w-full max-w-full truncate rounded-sm border text-sm',
          LOOKS[look],
          assigned === null && 'text-ink-quiet',
        )}
      >
        <option value="">{none}</option>
        {!known && (
          <option value={assigned}>
            {staffName({ id: assigned, display_name: assignedName })}
          </option>
        )}
        {offered?.map((one) => (
          <option key={one.id} value={one.id}>
            {staffName(one)}
          </option>
        ))}
      </select>
      {assign.unsaved !== null && (
        <UnsavedMark id={markId} reason={assign.unsaved} iconOnly={look === 'cell'} />
      )}
    </span>
  );
}
