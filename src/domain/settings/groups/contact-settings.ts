import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import { line, WORDS_IN_BRACES } from '../rules/text-rules.ts';
import { CONTACT_TEXTS } from '../texts/home-texts.ts';

/** Texts beside the contact form. */
export const CONTACT_GROUP = {
  name: 'contact',
  title: 'Contact form',
  text: WORDS_IN_BRACES,
  settings: withDefaults(CONTACT_TEXTS, {
    title: { label: 'Heading', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
  }),
} as const satisfies SettingGroup;
