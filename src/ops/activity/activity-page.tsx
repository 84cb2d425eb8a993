import type { ActivityEntry, ActivitySubject } from '#domain/activity/activity.ts';
import {
  activitySubject,
  isActivityFiltered,
  readActivitySearch,
  type ActivitySearch,
} from '#domain/activity/activity-search.ts';
import type { ActivityFieldLabel } from '#domain/activity/activity-text.ts';
import { SETTING_GROUPS } from '#domain/settings/registry.ts';
import type { SettingGroup } from '#domain/settings/rules/setting-group.ts';
import { Button } from '#ui/button.tsx';
import { SettingsLinks } from '../settings/settings-links.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { INVENTORY_ROLES } from '../kit/staff-roles.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { itemFieldLabel } from './activity-labels.ts';
import { ActivityList } from './activity-list.tsx';

export interface ActivityPageProps {
  search: ActivitySearch;
  onSearch: (next: ActivitySearch) => void;
}

/** Everything that staff changed, or with `about` in the address what they changed about one record. */
export function ActivityPage({ search, onSearch }: ActivityPageProps) {
  return (
    <RoleGate roles={INVENTORY_ROLES} page="Activity">
      <div className="mx-auto max-w-5xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Activity</h1>
        <p className="mt-1 mb-4 text-sm text-ink-quiet">
          What staff changed, newest first. Entries are never removed, and stay when somebody
          leaves.
        </p>
        <Log search={search} onSearch={onSearch} />
      </div>
    </RoleGate>
  );
}

function Log({ search, onSearch }: ActivityPageProps) {
  const { about: named, ...filters } = search;
  const about = activitySubject(named);
  const showAll = () => onSearch({});
  const empty = isActivityFiltered(search)
    ? { title: 'Nothing matches', text: 'Try fewer words or other filters.' }
    : { title: 'Nothing yet', text: 'What staff change is listed here from now on.' };
  return (
    <>
      <ActivityFilters
        search={search}
        onChange={(change) => onSearch(readActivitySearch({ ...search, ...change }))}
      />
      <ActivityList
        question={{ ...filters, about }}
        fieldLabel={anyFieldLabel}
        recordName={recordName}
        empty={empty}
        renderTitle={(entries) =>
          about && (
            <p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm">
              <span>{subjectTitle(about, entries)}</span>
              <Button variant="quiet" size="sm" onClick={showAll}>
                Show all activity
              </Button>
            </p>
          )
        }
      />
    </>
  );
}

function subjectTitle({ type }: ActivitySubject, [first]: readonly ActivityEntry[]): string {
  if (type === 'change') return 'All records of one change.';
  return `Only ${first && type !== 'customer' ? first.record.label : `this ${type}`}.`;
}

/** A setting by its key: `studio.name`. */
function settingOf(key: string) {
  const [groupName, name = ''] = key.split('.');
  const group = SETTING_GROUPS.find((one) => one.name === groupName);
  const settings: SettingGroup['settings'] | undefined = group?.settings;
  const setting = settings?.[name];
  return group && setting ? { group, setting } : undefined;
}

const anyFieldLabel: ActivityFieldLabel = (entry, field) =>
  entry.record.type === 'setting'
    ? settingOf(entry.record.id)?.setting.label
    : itemFieldLabel(entry, field);

function recordName({ record }: ActivityEntry): string {
  if (record.type !== 'setting') return record.label;
  return settingOf(record.id)?.group.title ?? record.label;
}
