import { useState } from 'react';
import type { SettingRow } from '#data/settings.ts';
import { TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { MESSAGES_GROUP } from '#domain/settings/groups/messages-settings.ts';
import { settingsByKey } from '#domain/settings/known-settings.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { usePictureEditor } from '../../pictures/use-picture-editor.tsx';
import { useSlowNotice } from '../../shell/slow-notice.ts';
import { SettingConflicts } from '../fields/setting-conflicts.tsx';
import { SettingHistory } from '../fields/setting-history.tsx';
import { useStudioForm } from '../studio/use-studio-form.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageList } from './message-list.tsx';

/** Props of {@link MessageSettingsForm}. */
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
  const { form, edits, conflicts, busy, save, settle, discard } = useStudioForm(rows, groupNames, {
    known: KNOWN_MESSAGES,
    draftName: 'settings:messages',
    savedText: 'They apply to e-mails from now on.',
    onRefused,
  });
  const pictures = usePictureEditor();
  useSlowNotice(busy);
  return (
    <>
      <form noValidate aria-label="Settings of e-mails" onSubmit={(event) => void save(event)}>
        <SettingConflicts conflicts={conflicts} onSettle={settle} />
        {template === null ? (
          <MessageList
            known={KNOWN_MESSAGES}
            form={form}
            pictures={pictures}
            edits={edits}
            onSelect={onSelect}
          />
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
        <div
          data-action-bar
          className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-2 border-t border-rule bg-paper py-4"
        >
          <Button type="submit" busy={busy} disabled={edits.length === 0 || conflicts.length > 0}>
            {busy ? 'saving...' : 'save settings'}
          </Button>
          {edits.length > 0 && (
            <Button variant="quiet" onClick={discard}>
              discard
            </Button>
          )}
          <p role="status" className="text-sm text-ink-quiet">
            {edits.length > 0 && `${counted(edits.length, 'change', 'changes')}, not saved yet`}
          </p>
        </div>
      </form>
      {template === null && <SettingHistory groupNames={HISTORY_GROUPS} known={KNOWN_MESSAGES} />}
    </>
  );
}
