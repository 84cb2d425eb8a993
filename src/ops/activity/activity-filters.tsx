import { useQuery } from '@tanstack/react-query';
import { activityPeopleQuery } from '#data/staff/activity.ts';
import { ACTIVITY_AREAS, type ActivityArea } from '#domain/activity/activity.ts';
import type { ActivitySearch } from '#domain/activity/activity-search.ts';
import { studioToday } from '#domain/days.ts';
import { FilterPeriod } from '#dates/filter-date.tsx';
import { FilterSelect, namedOptions } from '#ui/filter-field.tsx';
import { ListSearchBox } from '../kit/lists/list-search-box.tsx';
import { useProfile } from '../kit/profile.ts';
import { staffName } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

const AREA_NAMES: Record<ActivityArea, string> = {
  items: 'Items',
  lists: 'Lists of values',
  crm: 'Customers and rentals',
  staff: 'Staff',
  settings: 'Settings',
};

/** The areas that each role reads (docs/product/activity.md). */
const READABLE = {
  admin: ACTIVITY_AREAS,
  crm_user: ['items', 'lists', 'crm'],
  inventory_user: ['items', 'lists'],
  storekeeper: [],
} as const satisfies Record<string, readonly ActivityArea[]>;

export interface ActivityFiltersProps {
  search: ActivitySearch;
  onChange: (change: { [Key in keyof ActivitySearch]?: ActivitySearch[Key] | undefined }) => void;
}

/** Search and filters of the activity log. */
export function ActivityFilters({ search, onChange }: ActivityFiltersProps) {
  const people = useQuery(activityPeopleQuery(useStaffApi()));
  const role = useProfile()?.role;
  const areas: readonly ActivityArea[] = role ? READABLE[role] : [];
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      <ListSearchBox
        label="Search activity"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterSelect
        label="What"
        any="Everything"
        options={namedOptions(areas, AREA_NAMES)}
        value={search.area}
        onChange={(value) => onChange({ area: areas.find((area) => area === value) })}
      />
      <FilterSelect
        label="Who"
        any="Anyone"
        options={(people.data ?? []).map(({ id, name }) => ({
          value: id,
          label: staffName({ id, display_name: name }),
        }))}
        value={search.person}
        onChange={(person) => onChange({ person })}
      />
      <FilterPeriod
        label="From"
        from={search.since}
        to={search.until}
        max={studioToday()}
        onFrom={(since) => onChange({ since })}
        onTo={(until) => onChange({ until })}
      />
    </div>
  );
}
