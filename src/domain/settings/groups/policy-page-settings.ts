import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import { DESCRIPTION, line, optionalLine, paragraphs, rows } from '../rules/text-rules.ts';
import { POLICY_TEXTS } from '../texts/policy-texts.ts';

/** Texts of the page /studio-policy. */
export const POLICY_PAGE_GROUP = {
  name: 'policy_page',
  title: 'Studio policy',
  text: 'Words in braces are replaced by the policy figures, such as {cleaning_fee}, or by the studio’s own, such as {city}.',
  settings: withDefaults(POLICY_TEXTS, {
    title: { label: 'Heading', section: 'Opening', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
    sections: {
      label: 'Sections',
      help: 'Text: each line is a paragraph. Table: a line for each row, its two columns separated by |, the headings first. Anchor: the section’s own address, /studio-policy#people.',
      section: 'Sections',
      rule: rows(1, 30, {
        title: line(80),
        figure: optionalLine(60),
        figure_note: optionalLine(80),
        text: paragraphs(4000),
        table: { type: 'text', max: 2000, multiline: true, optional: true },
        anchor: optionalLine(40),
      }),
    },
    description: { ...DESCRIPTION, section: 'Search engines' },
  }),
} as const satisfies SettingGroup;
