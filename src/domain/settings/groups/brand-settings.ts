import { studio } from '#config';
import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';

/** Grounds that the accent colour is read on: white, and the darker paper of panels. */
const GROUNDS = ['#ffffff', '#f3f0e9'] as const;

/** Logo and colour. */
export const BRAND_GROUP = {
  name: 'brand',
  title: 'Brand',
  settings: withDefaults(studio.brand, {
    logo: {
      label: 'Logo',
      help: 'In place of the short name in the header; best 96 px high or more.',
      rule: { type: 'picture' },
    },
    accent: {
      label: 'Colour of buttons and links',
      help: 'Empty: the site’s teal.',
      rule: { type: 'colour', against: GROUNDS, contrast: 4.5, optional: true },
    },
  }),
} as const satisfies SettingGroup;
