import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '#data/staff.ts';
import { changeList } from '#domain/crm/crm-search.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { useFailureNotice } from '../../shell/failure-notice.ts';
import { staffName } from '../../shell/staff-roles.ts';
import { useStaffApi } from '../../use-staff-api.ts';

const UNHANDLED = [{ value: 'unhandled', label: 'To answer' }];

/** Filters of the leads: assignee and unhandled messages. */
export function LeadFilters({ search, onSearch }: CrmTabProps) {
  const staff = useQuery(assigneesQuery(useStaffApi()));
  useFailureNotice('Error loading users', staff);
  return (
    <>
      <FilterSelect
        label="Assigned to"
        any="Anyone"
        value={search.assigned}
        options={[
          { value: 'me', label: 'Me' },
          { value: 'none', label: 'Unassigned' },
          ...(staff.data ?? []).map((one) => ({
            value: one.id,
            // why: leads of disabled staff must be found to be reassigned.
            label: one.disabled ? `${staffName(one)} (disabled)` : staffName(one),
          })),
        ]}
        onChange={(assigned) => onSearch((now) => changeList(now, { assigned }), { replace: true })}
      />
      <FilterSelect
        label="Messages"
        any="Any"
        value={search.messages}
        options={UNHANDLED}
        onChange={(messages) =>
          onSearch((now) => changeList(now, { messages: messages ? 'unhandled' : undefined }), {
            replace: true,
          })
        }
      />
    </>
  );
}
