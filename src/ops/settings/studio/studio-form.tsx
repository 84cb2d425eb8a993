import type { SettingRow } from '#data/settings.ts';
import { KNOWN_SETTINGS, matchingSettings } from '#domain/settings/known-settings.ts';
import { STUDIO_PAGE_GROUPS } from '#domain/settings/registry.ts';
import type { SettingGroup } from '#domain/settings/rules/setting-group.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { ListSearchBox } from '../../shell/list-search-box.tsx';
import { useSlowNotice } from '../../shell/slow-notice.ts';
import { SettingsSection } from '../settings-section.tsx';
import { SettingConflicts } from './setting-conflicts.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingHistory } from './setting-history.tsx';
import { SitePreview } from './site-preview.tsx';
import { useStudioForm } from './use-studio-form.ts';

/** Props of {@link StudioForm}. */
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
  const { form, shown, edits, conflicts, values, busy, save, settle, discard } = useStudioForm(
    rows,
    groupNames,
  );
  useSlowNotice(busy);
  const found = matchingSettings(search);
  return (
    <div className="mt-3 grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_18rem]">
      <div className="min-w-0">
        <div className="mb-4">
          <ListSearchBox
            label="search settings"
            value={search}
            maxLength={LONGEST_SEARCH}
            onChange={onSearch}
          />
          <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
            {search && counted(found.size, 'setting', 'settings')}
          </p>
        </div>
        <form noValidate aria-label="Settings of the studio" onSubmit={(event) => void save(event)}>
          <SettingConflicts conflicts={conflicts} values={values} onSettle={settle} />
          <div className="divide-y divide-rule">
            {GROUPS.map((group) => (
              <Group key={group.name} group={group} found={found} form={form} />
            ))}
          </div>
          <div className="sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-2 border-t border-rule bg-paper py-4">
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
      </div>
      <SitePreview values={shown} />
      <SettingHistory groupNames={groupNames} />
    </div>
  );
}

interface GroupProps {
  group: SettingGroup;
  found: ReadonlySet<string>;
  form: ReturnType<typeof useStudioForm>['form'];
}

function Group({ group: { name, title, text, settings }, found, form }: GroupProps) {
  const keys = Object.keys(settings).map((own) => `${name}.${own}`);
  const listed = keys.flatMap((key) => (found.has(key) ? (KNOWN_SETTINGS.get(key) ?? []) : []));
  if (listed.length === 0) return null;
  return (
    <SettingsSection title={title} text={text}>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {listed.map((setting) => (
          <div key={setting.key} className={isWide(setting.rule) ? 'sm:col-span-2' : undefined}>
            <SettingField setting={setting} form={form} />
          </div>
        ))}
      </div>
    </SettingsSection>
  );
}

/** Whether a field takes the whole width. */
const isWide = (rule: { type: string; max?: number }) =>
  ['boolean', 'colour', 'picture', 'list'].includes(rule.type) ||
  (rule.type === 'text' && (rule.max ?? 0) >= 200);
