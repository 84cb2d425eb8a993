import { compared } from '../compared.ts';
import { STUDIO_PAGE_GROUPS } from './registry.ts';
import type { Setting, SettingGroup } from './rules/setting-group.ts';

/** A setting with its key. */
export interface KnownSetting extends Setting {
  key: string;
  /** The group's title. */
  group: string;
}

/** Settings by key. */
export type SettingsByKey = ReadonlyMap<string, KnownSetting>;

/** The settings of some groups by key, in their order. */
export const settingsByKey = (groups: readonly SettingGroup[]): SettingsByKey =>
  new Map(
    groups.flatMap(({ name, title, settings }) =>
      Object.entries(settings).map(([own, setting]) => {
        const key = `${name}.${own}`;
        return [key, { ...setting, key, group: title }];
      }),
    ),
  );

/** The settings of the studio's page by key, in the order of the page. */
export const KNOWN_SETTINGS = settingsByKey(STUDIO_PAGE_GROUPS);

/** The keys of the settings whose label, help, group or key contains every word of a search text. */
export function matchingSettings(search: string): ReadonlySet<string> {
  const words = compared(search).split(' ').filter(Boolean);
  const found = [...KNOWN_SETTINGS.values()].filter(({ key, label, help = '', group }) => {
    const text = compared(`${group} ${label} ${help} ${key}`);
    return words.every((word) => text.includes(word));
  });
  return new Set(found.map(({ key }) => key));
}
