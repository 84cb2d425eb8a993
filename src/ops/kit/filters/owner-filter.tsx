import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '#data/staff/staff.ts';
import { classNames } from '#ui/class-names.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import { useFailureNotice } from '../failure-notice.ts';
import { staffName } from '../staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';

export interface OwnerFilterProps {
  /** 'Assigned to', 'Owner' */
  label: string;
  /** The option for records without one. */
  none: string;
  /** `me`, `none`, the id of a member of staff, or undefined for all. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by the member of staff it belongs to, with "Mine" as a button of its own. */
export function OwnerFilter({ label, none, value, onChange }: OwnerFilterProps) {
  const staff = useQuery(assigneesQuery(useStaffApi()));
  useFailureNotice('Error loading users', staff);
  const isMine = value === 'me';
  return (
    <>
      <button
        type="button"
        aria-pressed={isMine}
        onClick={() => onChange(isMine ? undefined : 'me')}
        className={classNames(
          'inline-flex h-11 items-center rounded-sm border px-3 text-sm sm:h-9',
          isMine
            ? 'border-teal bg-teal-pale font-medium text-teal-deep'
            : 'border-rule-strong bg-surface hover:border-ink-quiet',
        )}
      >
        Mine
      </button>
      <FilterSelect
        label={label}
        any="Anyone"
        value={value}
        options={[
          { value: 'me', label: 'Me' },
          { value: 'none', label: none },
          ...(staff.data ?? []).map((one) => ({
            value: one.id,
            // why: records of disabled staff must be found to be reassigned.
            label: one.disabled ? `${staffName(one)} (disabled)` : staffName(one),
          })),
        ]}
        onChange={onChange}
      />
    </>
  );
}
