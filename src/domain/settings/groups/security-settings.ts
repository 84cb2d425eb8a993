import type { SettingGroup } from '../rules/setting-group.ts';

/** Rules for signing in. */
export const SECURITY_GROUP = {
  name: 'security',
  title: 'Security',
  isPublic: false,
  settings: {
    require_second_factor: {
      label: 'Staff need a second factor',
      help: 'Everyone sets one up at the next sign-in.',
      rule: { type: 'boolean' },
      default: false,
    },
  },
} as const satisfies SettingGroup;
