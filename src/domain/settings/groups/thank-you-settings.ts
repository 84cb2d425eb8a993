import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import { line, WORDS_IN_BRACES } from '../rules/text-rules.ts';
import { THANK_YOU_TEXTS } from '../texts/thank-you-texts.ts';

/** Texts of the page after an enquiry. */
export const THANK_YOU_GROUP = {
  name: 'thank_you',
  title: 'After an enquiry',
  text: WORDS_IN_BRACES,
  settings: withDefaults(THANK_YOU_TEXTS, {
    title: { label: 'Heading', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
  }),
} as const satisfies SettingGroup;
