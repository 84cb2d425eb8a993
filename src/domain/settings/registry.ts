import { BRAND_GROUP } from './groups/brand-settings.ts';
import { FOOTER_GROUP } from './groups/footer-settings.ts';
import { IDENTITY_GROUP } from './groups/identity-settings.ts';
import { NAVIGATION_GROUP } from './groups/navigation-settings.ts';
import { POLICY_GROUP } from './groups/policy-settings.ts';
import { SECURITY_GROUP } from './groups/security-settings.ts';
import { STUDIO_GROUP } from './groups/studio-settings.ts';
import type { SettingGroup } from './rules/setting-group.ts';

/** The settings of the page /ops/settings/studio, in its order. */
export const STUDIO_PAGE_GROUPS = [
  STUDIO_GROUP,
  BRAND_GROUP,
  NAVIGATION_GROUP,
  FOOTER_GROUP,
  POLICY_GROUP,
  IDENTITY_GROUP,
  SECURITY_GROUP,
] as const satisfies readonly SettingGroup[];

/** Every setting by group. The database has the same keys and rules. */
export const SETTING_GROUPS = [...STUDIO_PAGE_GROUPS] as const satisfies readonly SettingGroup[];

/** Name of a group: `studio`. */
export type GroupName = (typeof SETTING_GROUPS)[number]['name'];
