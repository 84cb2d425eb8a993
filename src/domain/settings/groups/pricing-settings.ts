import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import { DESCRIPTION, line, optionalLine, rows, WORDS_IN_BRACES } from '../rules/text-rules.ts';
import { PRICING_TEXTS } from '../texts/pricing-texts.ts';

/** Texts and rows of the page /pricing. */
export const PRICING_GROUP = {
  name: 'pricing',
  title: 'Pricing',
  text: WORDS_IN_BRACES,
  settings: withDefaults(PRICING_TEXTS, {
    above: { label: 'Line above the heading', section: 'Opening', rule: optionalLine(80) },
    title: { label: 'Heading', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
    plans_title: { label: 'Heading', section: 'Prices', rule: line(120) },
    plans: {
      label: 'Rows',
      help: 'Price: as visitors read it, like ₹2,500 an hour; may be empty.',
      rule: rows(1, 40, { title: line(120), price: optionalLine(60), text: optionalLine(300) }),
    },
    ask_title: { label: 'Heading', section: 'Asking for a price', rule: line(120) },
    ask_text: { label: 'Text', rule: line(400) },
    catalogues_title: {
      label: 'Heading of the links to the catalogues',
      section: 'Catalogues',
      rule: line(120),
    },
    description: { ...DESCRIPTION, section: 'Search engines' },
  }),
} as const satisfies SettingGroup;
