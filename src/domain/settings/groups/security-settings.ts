import type { SettingGroup } from '../rules/setting-group.ts';

/** Rules for signing in. */
export const SECURITY_GROUP = {
  name: 'security',
  title: 'Security',
  isPublic: false,
  settings: {
    require_second_factor: {
      label: 'Staff need a second factor',
      help: 'Those without one set it up at once: nothing else opens for them until then.',
      rule: { type: 'boolean' },
      default: false,
    },
  },
} as const satisfies SettingGroup;
