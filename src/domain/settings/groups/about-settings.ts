import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import {
  DESCRIPTION,
  line,
  optionalLine,
  paragraphs,
  PICTURE,
  rows,
  WORDS_IN_BRACES,
} from '../rules/text-rules.ts';
import { ABOUT_TEXTS } from '../texts/about-texts.ts';

/** Texts and pictures of the page /about. */
export const ABOUT_GROUP = {
  name: 'about',
  title: 'About',
  text: WORDS_IN_BRACES,
  settings: withDefaults(ABOUT_TEXTS, {
    above: { label: 'Line above the heading', section: 'Opening', rule: optionalLine(80) },
    title: { label: 'Heading', rule: line(120) },
    picture: { label: 'Picture', rule: PICTURE },
    story_title: { label: 'Heading', section: 'Story', rule: line(80) },
    story: { label: 'Story', help: 'Each line is a paragraph.', rule: paragraphs(4000) },
    why_title: { label: 'Heading', section: 'Reason', rule: line(80) },
    why: { label: 'Text', help: 'Each line is a paragraph.', rule: paragraphs(4000) },
    team_title: { label: 'Heading', section: 'Team', rule: line(80) },
    team: {
      label: 'Team',
      rule: rows(1, 24, { picture: PICTURE, title: line(80), text: optionalLine(300) }),
    },
    vision_title: { label: 'Line above the vision', section: 'Vision', rule: line(80) },
    vision: { label: 'Vision', rule: line(400) },
    portfolio_title: { label: 'Heading', section: 'Portfolio', rule: line(80) },
    portfolio: {
      label: 'Pictures',
      rule: rows(1, 24, { picture: PICTURE }),
    },
    description: { ...DESCRIPTION, section: 'Search engines' },
  }),
} as const satisfies SettingGroup;
