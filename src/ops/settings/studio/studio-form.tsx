import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { KNOWN_SETTINGS, matchingSettings } from '#domain/settings/known-settings.ts';
import { STUDIO_PAGE_GROUPS } from '#domain/settings/registry.ts';
import type { SettingGroup } from '#domain/settings/rules/setting-group.ts';
import { counted } from '#ui/count.ts';
import { ListSearchBox } from '../../kit/lists/list-search-box.tsx';
import { usePictureEditor, type PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { SettingHistory } from '../fields/setting-history.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { ChangesForm } from './changes-form.tsx';
import { SettingFields } from './setting-fields.tsx';
import { SitePreview } from './site-preview.tsx';
import type { StudioValues } from './studio-values.ts';
import { useStudioForm } from './use-studio-form.ts';

export interface StudioFormProps {
  rows: readonly SettingRow[];
  groupNames: readonly string[];
  /** Shows only the settings that match it. */
  search: string;
  onSearch: (search: string) => void;
}

const GROUPS: readonly SettingGroup[] = STUDIO_PAGE_GROUPS;

/** The form of the studio's settings with search, preview and history. */
export function StudioForm({ rows, groupNames, search, onSearch }: StudioFormProps) {
  const found = matchingSettings(search);
  // why: a field that the search hides cannot show its message.
  const onRefused = (key: string) => found.has(key) || onSearch('');
  const changes = useStudioForm(rows, groupNames, { onRefused });
  const { form, shown } = changes;
  const pictures = usePictureEditor();
  useAskedField(form);
  return (
    <div className="mt-3 grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_18rem]">
      <div className="min-w-0">
        <div className="mb-4">
          <ListSearchBox label="Search settings" value={search} onChange={onSearch} />
          <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
            {search && counted(found.size, 'setting', 'settings')}
          </p>
        </div>
        <ChangesForm label="Settings of the studio" changes={changes}>
          <div className="divide-y divide-rule">
            {GROUPS.map((group) => (
              <Group key={group.name} group={group} found={found} form={form} pictures={pictures} />
            ))}
          </div>
        </ChangesForm>
        {pictures.sheet}
      </div>
      <SitePreview values={shown} />
      <SettingHistory groupNames={groupNames} known={KNOWN_SETTINGS} />
    </div>
  );
}

/** Focuses the field whose key is the address's hash, `#identity.gstin`, to which other pages lead. */
function useAskedField({ setFocus }: UseFormReturn<StudioValues>) {
  const asked = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (KNOWN_SETTINGS.has(asked)) setFocus(asked as `${string}.${string}`);
  }, [asked, setFocus]);
}

interface GroupProps {
  group: SettingGroup;
  found: ReadonlySet<string>;
  form: UseFormReturn<StudioValues>;
  pictures: PictureEditor;
}

function Group({ group: { name, title, text, settings }, found, form, pictures }: GroupProps) {
  const keys = Object.keys(settings).map((own) => `${name}.${own}`);
  const listed = keys.flatMap((key) => (found.has(key) ? (KNOWN_SETTINGS.get(key) ?? []) : []));
  if (listed.length === 0) return null;
  return (
    <SettingsSection title={title} text={text}>
      <SettingFields settings={listed} form={form} pictures={pictures} />
    </SettingsSection>
  );
}
