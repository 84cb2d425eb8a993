import { MESSAGE_TEXTS } from '../../messages/message-texts.ts';
import { TEMPLATES, type TemplateName } from '../../messages/templates.ts';
import type { Setting, SettingGroup } from '../rules/setting-group.ts';

const EMAIL = { type: 'email', optional: true } as const;

const settingsOf = (template: TemplateName): [string, Setting][] => {
  const { label, help, subject, text, placeholders } = MESSAGE_TEXTS[template];
  return [
    [`${template}_on`, { label, help, rule: { type: 'boolean' }, default: true }],
    [
      `${template}_subject`,
      {
        label: `${label}: subject`,
        rule: { type: 'text', max: 150, required: true, placeholders },
        default: subject,
      },
    ],
    [
      `${template}_text`,
      {
        label: `${label}: text`,
        rule: { type: 'text', max: 2000, multiline: true, required: true, placeholders },
        default: text,
      },
    ],
  ];
};

/** E-mails: sender, switches and texts. Never shown to visitors. */
export const MESSAGES_GROUP = {
  name: 'messages',
  title: 'Messages',
  isPublic: false,
  settings: {
    from_name: {
      label: 'Name of the sender',
      help: 'Empty: the studio’s name.',
      rule: { type: 'text', max: 80, optional: true },
      default: '',
    },
    from_address: {
      label: 'Address of the sender',
      help: 'Your mail server must allow it. Empty: the studio’s e-mail.',
      rule: EMAIL,
      default: '',
    },
    studio_address: {
      label: 'E-mails to the studio go to',
      help: 'Empty: the studio’s e-mail.',
      rule: EMAIL,
      default: '',
    },
    site_address: {
      label: 'Address of this site',
      help: 'Links in e-mails begin with it, like https://studio.example. Empty: as the server was started.',
      rule: { type: 'url', optional: true },
      default: '',
    },
    attach_document: {
      label: 'Attach the PDF',
      help: 'To e-mails to customers that bring a quote, an invoice or another document. Their link stays.',
      rule: { type: 'boolean' },
      default: false,
    },
    // why the cast: TypeScript gives the entries no names.
    ...(Object.fromEntries(TEMPLATES.flatMap(settingsOf)) as Record<
      `${TemplateName}_${'on' | 'subject' | 'text'}`,
      Setting
    >),
  },
} as const satisfies SettingGroup;
