import { changeList } from '#domain/crm/crm-search.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { OwnerFilter } from '../../kit/filters/owner-filter.tsx';

const UNHANDLED = [{ value: 'unhandled', label: 'To answer' }];

/** Filters of the leads: assignee and unhandled messages. */
export function LeadFilters({ search, onSearch }: CrmTabProps) {
  return (
    <>
      <OwnerFilter
        label="Assigned to"
        none="Unassigned"
        value={search.assigned}
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
