import { useState } from 'react';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { MESSAGES_GROUP } from '#domain/settings/groups/messages-settings.ts';
import { settingsByKey } from '#domain/settings/known-settings.ts';
import { SettingHistory } from '../fields/setting-history.tsx';
import { ChangesForm } from '../studio/changes-form.tsx';
import { useStudioForm } from '../studio/use-studio-form.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageList } from './message-list.tsx';

export interface MessageSettingsFormProps {
  rows: readonly SettingRow[];
  groupNames: readonly string[];
  /** The e-mail to edit; null: all are listed. */
  template: TemplateName | null;
  onSelect: (template: TemplateName | null) => void;
}

const KNOWN_MESSAGES = settingsByKey([MESSAGES_GROUP]);
const HISTORY_GROUPS = [MESSAGES_GROUP.name];

/** The e-mail whose subject or text a setting is. */
const templateOf = (key: string) =>
  TEMPLATES.find((one) => key === `messages.${one}_subject` || key === `messages.${one}_text`) ??
  null;

/** One form for all settings of e-mails: the list, or the text of one. What is typed stays when the other is shown. */
export function MessageSettingsForm({
  rows,
  groupNames,
  template,
  onSelect,
}: MessageSettingsFormProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const onRefused = (key: string) => {
    setRefused(key);
    if (templateOf(key) !== template) onSelect(templateOf(key));
  };
  const changes = useStudioForm(rows, groupNames, {
    known: KNOWN_MESSAGES,
    draftName: 'settings:messages',
    savedText: 'They apply to e-mails from now on.',
    onRefused,
  });
  const { form, edits } = changes;
  return (
    <>
      <ChangesForm label="Settings of e-mails" changes={changes}>
        {template === null ? (
          <MessageList known={KNOWN_MESSAGES} form={form} edits={edits} onSelect={onSelect} />
        ) : (
          <MessageEditor
            key={template}
            template={template}
            known={KNOWN_MESSAGES}
            form={form}
            rows={rows}
            isEdited={edits.some(({ setting }) => templateOf(setting.key) === template)}
            focused={refused}
            onBack={() => onSelect(null)}
          />
        )}
      </ChangesForm>
      {template === null && <SettingHistory groupNames={HISTORY_GROUPS} known={KNOWN_MESSAGES} />}
    </>
  );
}
