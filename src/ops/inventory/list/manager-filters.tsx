import { useQueries } from '@tanstack/react-query';
import { lookupQuery } from '#data/stock/lookups.ts';
import { changeInventory, lookupFilters } from '#domain/inventory/inventory-search.ts';
import { FilterSelect } from '#ui/filter-field.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import type { ManagerContext } from '../shared/manager-context.ts';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Filters of a manager: the two switches and the lookups of its kind that filter. */
export function ManagerFilters({ kind, search, onSearch }: ManagerContext) {
  const api = useStaffApi();
  const filters = lookupFilters(kind);
  const lookups = useQueries({ queries: filters.map((lookup) => lookupQuery(api, lookup)) });
  const change = (filter: Parameters<typeof changeInventory>[2]) =>
    onSearch((now) => changeInventory(kind, now, filter), { replace: true });
  return (
    <>
      {filters.map(({ key, label }, at) => (
        <FilterSelect
          key={key}
          label={label}
          any="Any"
          value={search[key]}
          options={(lookups[at]?.data ?? []).map(({ slug, label }) => ({ value: slug, label }))}
          onChange={(value) => change({ [key]: value })}
        />
      ))}
      <FilterSelect
        label="Active"
        any="Any"
        value={search.active}
        options={YES_NO}
        onChange={(value) => change({ active: asYesOrNo(value) })}
      />
      <FilterSelect
        label="In studio"
        any="Any"
        value={search.in_studio}
        options={YES_NO}
        onChange={(value) => change({ in_studio: asYesOrNo(value) })}
      />
      <FilterSelect
        label="Pictures"
        any="Any"
        value={search.pictures}
        options={YES_NO}
        onChange={(value) => change({ pictures: asYesOrNo(value) })}
      />
      <FilterSelect
        label="Archived"
        any="No"
        value={search.archived}
        options={[{ value: 'yes', label: 'Yes' }]}
        onChange={(value) => change({ archived: value === 'yes' ? value : undefined })}
      />
    </>
  );
}

const asYesOrNo = (value: string | undefined) =>
  value === 'yes' || value === 'no' ? value : undefined;
