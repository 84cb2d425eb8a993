import { TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { RoleGate } from '../../kit/role-gate.tsx';
import { SettingsLinks } from '../settings-links.tsx';
import { LoadedSettings } from '../studio/loaded-settings.tsx';
import { MessageSettingsForm } from './message-settings-form.tsx';

export interface MessageSettingsPageProps {
  /** Name of the e-mail to edit; absent or unknown: the list of all. */
  email: string | undefined;
  /** Opens an e-mail; null leads back to the list. */
  onSelect: (template: TemplateName | null) => void;
}

/** The group that is edited, and those that the preview shows. */
const GROUP_NAMES = ['messages', 'studio', 'brand'];

/** Sender, switches and texts of e-mails, for admins (docs/product/settings.md#e-mails). */
export function MessageSettingsPage({ email, onSelect }: MessageSettingsPageProps) {
  return (
    <RoleGate roles={['admin']} page="This page">
      <div className="mx-auto max-w-5xl pt-2">
        <SettingsLinks />
        <LoadedSettings groupNames={GROUP_NAMES}>
          {(rows) => (
            <MessageSettingsForm
              rows={rows}
              groupNames={GROUP_NAMES}
              template={TEMPLATES.find((one) => one === email) ?? null}
              onSelect={onSelect}
            />
          )}
        </LoadedSettings>
      </div>
    </RoleGate>
  );
}
