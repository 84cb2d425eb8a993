import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#data/settings/settings.ts';
import { SITE_PAGES } from '#domain/settings/site-pages.ts';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { RoleGate } from '../../kit/role-gate.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingsLinks } from '../settings-links.tsx';
import { SiteEditor } from './site-editor.tsx';
import { SITE_GROUP_NAMES } from './use-draft-store.ts';

export interface SiteEditorPageProps {
  /** Name of the page to edit; absent or unknown: the first. */
  name: string | undefined;
  onSelectPage: (name: string) => void;
}

/** The texts and pictures of the site, for admins (docs/product/settings.md#texts-and-pictures). */
export function SiteEditorPage(props: SiteEditorPageProps) {
  return (
    <RoleGate roles={['admin']} page="This page">
      <div className="pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Texts and pictures</h1>
        <p className="mt-1 text-sm text-ink-quiet">
          Saved as a draft while you type, and public once you publish. Plain text: HTML is shown as
          text.
        </p>
        <LoadedEditor {...props} />
      </div>
    </RoleGate>
  );
}

function LoadedEditor({ name, onSelectPage }: SiteEditorPageProps) {
  const read = useQuery(settingsQuery(useStaffApi(), SITE_GROUP_NAMES));
  const page = SITE_PAGES.find((one) => one.name === name) ?? SITE_PAGES[0];
  if (read.data && page) {
    return <SiteEditor page={page} rows={read.data} onSelectPage={onSelectPage} />;
  }
  if (read.isError) {
    return <ReadFailure level={2} title="The texts could not be loaded" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-11 w-full', 'h-64 w-full', 'h-64 w-full']}
      className="mt-6 max-w-2xl space-y-6"
    />
  );
}
