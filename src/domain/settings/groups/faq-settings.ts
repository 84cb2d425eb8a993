import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import { line, paragraphs, rows, WORDS_IN_BRACES } from '../rules/text-rules.ts';
import { FAQ_TEXTS } from '../texts/pricing-texts.ts';

/** Questions and answers on the page /pricing. */
export const FAQ_GROUP = {
  name: 'faq',
  title: 'Questions and answers',
  text: `Below the prices; not shown while there are none. ${WORDS_IN_BRACES}`,
  settings: withDefaults(FAQ_TEXTS, {
    title: { label: 'Heading', rule: line(120) },
    questions: {
      label: 'Questions',
      rule: rows(0, 40, { question: line(200), answer: paragraphs(2000) }),
    },
  }),
} as const satisfies SettingGroup;
