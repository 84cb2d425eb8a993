import type { SettingGroup } from '../rules/setting-group.ts';

const mark = (label: string) => ({ label, rule: { type: 'boolean' }, default: false }) as const;

/** State of a new studio's set-up; set by /ops/setup, in no form. */
export const SETUP_GROUP = {
  name: 'setup',
  title: 'Set-up',
  isPublic: false,
  settings: {
    name_skipped: mark('Set-up: name skipped'),
    contact_skipped: mark('Set-up: address skipped'),
    gst_skipped: mark('Set-up: GST skipped'),
    categories_skipped: mark('Set-up: categories skipped'),
    items_skipped: mark('Set-up: items skipped'),
    finished: mark('Set-up finished'),
  },
} as const satisfies SettingGroup;
