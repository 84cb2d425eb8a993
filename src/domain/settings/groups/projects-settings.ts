import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';
import {
  DESCRIPTION,
  line,
  LINK,
  optionalLine,
  PICTURE,
  rows,
  WORDS_IN_BRACES,
} from '../rules/text-rules.ts';
import { PROJECTS_TEXTS } from '../texts/projects-texts.ts';

/** Texts and pictures of the page /projects. */
export const PROJECTS_GROUP = {
  name: 'projects',
  title: 'Projects',
  text: WORDS_IN_BRACES,
  settings: withDefaults(PROJECTS_TEXTS, {
    title: { label: 'Heading', section: 'Opening', rule: line(80) },
    text: { label: 'Text', rule: line(400) },
    projects: {
      label: 'Projects',
      help: 'Link: a whole address, or the last part after the address of the projects (settings of the studio).',
      section: 'Projects',
      rule: rows(1, 40, {
        picture: PICTURE,
        title: line(80),
        text: optionalLine(160),
        link: LINK,
      }),
    },
    description: { ...DESCRIPTION, section: 'Search engines' },
  }),
} as const satisfies SettingGroup;
