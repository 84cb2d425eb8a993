import { studio } from '#config';
import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';

/** Texts of the footer. */
export const FOOTER_GROUP = {
  name: 'footer',
  title: 'Footer',
  settings: withDefaults(studio.footer, {
    links_title: {
      label: 'Heading of the links',
      rule: { type: 'text', max: 40, required: true },
    },
  }),
} as const satisfies SettingGroup;
