import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import {
  DESCRIPTION,
  line,
  optionalLine,
  PICTURE,
  rows,
  WORDS_IN_BRACES,
} from '../rules/text-rules.ts';
import { HOME_TEXTS } from '../texts/home-texts.ts';

const CATALOGUES = [
  'props',
  'sets and packages',
  'clothes',
  'backdrops',
  'gear',
  'crew',
  'free items',
] as const;

const TITLED = { title: line(80), text: line(300) } as const;

/** Texts and pictures of the home page. */
export const HOME_GROUP = {
  name: 'home',
  title: 'Home',
  text: WORDS_IN_BRACES,
  settings: withDefaults(HOME_TEXTS, {
    above: { label: 'Line above the heading', section: 'Opening', rule: optionalLine(80) },
    title: { label: 'Heading', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
    picture: { label: 'Opening picture', help: 'Best 2,000 px wide or more.', rule: PICTURE },
    sets_title: { label: 'Heading', section: 'Newest sets', rule: line(120) },
    tiles_title: { label: 'Heading', section: 'Catalogues', rule: line(120) },
    tiles: {
      label: 'Tiles',
      help: 'The first two are large.',
      rule: rows(2, 7, {
        catalogue: { type: 'choice', of: CATALOGUES },
        picture: PICTURE,
        title: line(40),
        text: optionalLine(120),
      }),
    },
    store_title: { label: 'Heading', section: 'Prop store', rule: line(160) },
    store_text: { label: 'Text', rule: line(400) },
    store_picture: { label: 'Picture', rule: PICTURE },
    reasons_above: {
      label: 'Line above the heading',
      section: 'Reasons',
      rule: optionalLine(80),
    },
    reasons_title: { label: 'Heading', rule: line(120) },
    reasons: { label: 'Reasons', rule: rows(1, 8, TITLED) },
    steps_title: { label: 'Heading', section: 'Steps', rule: line(120) },
    steps: { label: 'Steps', rule: rows(1, 6, TITLED) },
    work_title: { label: 'Heading', section: 'Work', rule: line(160) },
    description: { ...DESCRIPTION, section: 'Search engines' },
  }),
} as const satisfies SettingGroup;
