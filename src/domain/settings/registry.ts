import { BRAND } from './groups/brand.ts';
import { FOOTER } from './groups/footer.ts';
import { IDENTITY } from './groups/identity.ts';
import { NAVIGATION } from './groups/navigation.ts';
import { POLICY } from './groups/policy.ts';
import { SECURITY } from './groups/security.ts';
import { STUDIO } from './groups/studio.ts';
import type { SettingGroup } from './setting-group.ts';

/** Every setting by group, in the order of the screens. The database has the same keys and rules. */
export const GROUPS = [
  STUDIO,
  BRAND,
  NAVIGATION,
  FOOTER,
  POLICY,
  IDENTITY,
  SECURITY,
] as const satisfies readonly SettingGroup[];

/** Name of a group: `studio`. */
export type GroupName = (typeof GROUPS)[number]['name'];
