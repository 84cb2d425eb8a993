import type { SettingGroup } from '../rules/setting-group.ts';

/** Rules for signing in. */
export const SECURITY_GROUP = {
  name: 'security',
  title: 'Security',
  isPublic: false,
  settings: {
    require_second_factor: {
      label: 'Staff need a second factor',
      help: 'Staff without one set it up before they go on. Open pages ask within 10 seconds.',
      rule: { type: 'boolean' },
      default: false,
    },
  },
} as const satisfies SettingGroup;
