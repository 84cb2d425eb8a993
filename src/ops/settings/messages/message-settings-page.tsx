import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#data/settings.ts';
import { TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { LoadingSkeleton } from '../../shell/loading-skeleton.tsx';
import { ReadFailure } from '../../shell/read-failure.tsx';
import { RoleGate } from '../../shell/role-gate.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { SettingsLinks } from '../settings-links.tsx';
import { MessageSettingsForm } from './message-settings-form.tsx';

/** Props of {@link MessageSettingsPage}. */
export interface MessageSettingsPageProps {
  /** Name of the e-mail to edit; absent or unknown: the list of all. */
  email: string | undefined;
  /** Opens an e-mail; null leads back to the list. */
  onSelect: (template: TemplateName | null) => void;
}

/** The group that is edited, and those that the preview shows. */
const GROUP_NAMES = ['messages', 'studio', 'brand'];

/** Sender, switches and texts of e-mails, for admins (docs/product/settings.md#e-mails). */
export function MessageSettingsPage(props: MessageSettingsPageProps) {
  return (
    <RoleGate roles={['admin']} page="This page">
      <div className="mx-auto max-w-5xl pt-2">
        <SettingsLinks />
        <LoadedMessages {...props} />
      </div>
    </RoleGate>
  );
}

function LoadedMessages({ email, onSelect }: MessageSettingsPageProps) {
  const read = useQuery(settingsQuery(useStaffApi(), GROUP_NAMES));
  const template = TEMPLATES.find((one) => one === email) ?? null;
  if (read.data) {
    const version = read.data.map(({ key, updated_at }) => `${key} ${updated_at}`).join();
    return (
      <MessageSettingsForm
        key={version}
        rows={read.data}
        groupNames={GROUP_NAMES}
        template={template}
        onSelect={onSelect}
      />
    );
  }
  if (read.isError) {
    return <ReadFailure level={2} title="The settings could not be loaded" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-11 w-full', 'h-64 w-full', 'h-64 w-full']}
      className="mt-6 space-y-6"
    />
  );
}
