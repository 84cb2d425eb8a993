import { Link } from '@tanstack/react-router';
import { useController, type UseFormReturn } from 'react-hook-form';
import { MESSAGE_TEXTS } from '#domain/messages/message-texts.ts';
import {
  CUSTOMER_TEMPLATES,
  STUDIO_TEMPLATES,
  type TemplateName,
} from '#domain/messages/templates.ts';
import type { KnownSetting, SettingsByKey } from '#domain/settings/known-settings.ts';
import { Button } from '#ui/button.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { SettingFields } from '../studio/setting-fields.tsx';
import type { StudioValues } from '../studio/studio-values.ts';
import { SendTest } from './send-test.tsx';

export interface MessageListProps {
  known: SettingsByKey;
  form: UseFormReturn<StudioValues>;
  /** Settings that are not saved yet. */
  edits: readonly { setting: KnownSetting }[];
  onSelect: (template: TemplateName) => void;
}

const SENDER = ['from_name', 'from_address', 'studio_address', 'site_address', 'attach_document'];

const GROUPS = [
  {
    title: 'To customers',
    text: 'To the customer’s e-mail address. Without one, nothing is sent.',
    templates: CUSTOMER_TEMPLATES,
  },
  {
    title: 'To the studio',
    text: 'To the address below. What appears on screen and on phones is each person’s own choice.',
    templates: STUDIO_TEMPLATES,
  },
] as const;

/** All e-mails with their switches, and the sender. */
export function MessageList({ known, form, edits, onSelect }: MessageListProps) {
  const sender = SENDER.flatMap((name) => known.get(`messages.${name}`) ?? []);
  const edited = new Set(edits.map(({ setting }) => setting.key));
  return (
    <>
      <h1 className="text-xl font-semibold">Messages</h1>
      <p className="mt-1 text-sm text-ink-quiet">
        Which e-mails are sent, who sends them, and their texts. What was sent and what waits is
        under{' '}
        <Link to="/ops/messages" className="text-teal underline underline-offset-2">
          Messages
        </Link>
        .
      </p>
      <div className="divide-y divide-rule">
        {GROUPS.map(({ title, text, templates }) => (
          <SettingsSection key={title} title={title} text={text}>
            <ul className="divide-y divide-rule border-y border-rule">
              {templates.map((template) => (
                <li key={template} className="flex items-center gap-3 py-1">
                  <MessageSwitch template={template} form={form} />
                  {isEdited(template, edited) && (
                    <span className="shrink-0 text-xs text-ink-quiet">not saved yet</span>
                  )}
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={`Edit text: ${MESSAGE_TEXTS[template].label}`}
                    onClick={() => onSelect(template)}
                  >
                    Edit text
                  </Button>
                </li>
              ))}
            </ul>
          </SettingsSection>
        ))}
        <SettingsSection
          title="Sender"
          text="Your mail server decides whether these arrive: it must know the address of the sender."
        >
          <SettingFields settings={sender} form={form} />
          <div className="mt-2">
            <SendTest template={null} isEdited={sender.some(({ key }) => edited.has(key))} />
          </div>
        </SettingsSection>
      </div>
    </>
  );
}

const isEdited = (template: TemplateName, edited: ReadonlySet<string>) =>
  edited.has(`messages.${template}_subject`) || edited.has(`messages.${template}_text`);

interface MessageSwitchProps {
  template: TemplateName;
  form: UseFormReturn<StudioValues>;
}

function MessageSwitch({ template, form }: MessageSwitchProps) {
  const { field } = useController({ control: form.control, name: `messages.${template}_on` });
  const { label, help } = MESSAGE_TEXTS[template];
  return (
    <div className="min-w-0 grow">
      <SwitchField
        label={label}
        hint={help}
        checked={field.value === true}
        onChange={field.onChange}
      />
    </div>
  );
}
