import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { KnownSetting } from '#domain/settings/known-settings.ts';
import type { SettingGroup } from '#domain/settings/rules/setting-group.ts';
import { isSameValue, typedValue, valueFromTyped } from '#domain/settings/typed-value.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { CheckedField } from './checked-field.tsx';
import type { DraftStore } from './draft-store.ts';
import { SITE_SETTINGS } from './use-draft-store.ts';

export interface EditedGroupProps {
  group: SettingGroup;
  store: DraftStore;
  showProblems: boolean;
  pictures: PictureEditor;
}

interface Section {
  title: string;
  settings: KnownSetting[];
}

/** The settings of a group under the headings of its sections. */
function sectionsOf({ name, title, settings }: SettingGroup): Section[] {
  const sections: Section[] = [];
  for (const own of Object.keys(settings)) {
    const setting = SITE_SETTINGS.get(`${name}.${own}`);
    if (!setting) continue;
    const last = sections.at(-1);
    const heading = setting.section ?? last?.title ?? title;
    if (last && last.title === heading) last.settings.push(setting);
    else sections.push({ title: heading, settings: [setting] });
  }
  return sections;
}

/** The fields of a group of settings. */
export function EditedGroup({ group, ...fields }: EditedGroupProps) {
  return sectionsOf(group).map(({ title, settings }, at) => (
    <SettingsSection key={title} title={title} text={at === 0 && group.text}>
      <div role="group" aria-label={title} className="space-y-4">
        {settings.map((setting) => (
          <EditedSetting key={setting.key} setting={setting} {...fields} />
        ))}
      </div>
    </SettingsSection>
  ));
}

type EditedSettingProps = Omit<EditedGroupProps, 'group'> & { setting: KnownSetting };

function EditedSetting({ setting, store, showProblems, pictures }: EditedSettingProps) {
  const { key, label, help, rule, row } = setting;
  const box = useRef<HTMLDivElement>(null);
  const typed = store.shown(key);
  const isDefault = isSameValue(rule, valueFromTyped(rule, typed), setting.default);
  const restore = () => {
    store.type(key, typedValue(rule, setting.default));
    box.current
      ?.querySelector<HTMLElement>('input:not([hidden]), textarea, select, button')
      ?.focus();
    notify.info(`${label}: the default is back`, {
      action: { label: 'Undo', onClick: () => store.type(key, typed) },
    });
  };
  return (
    <div ref={box} data-setting={key}>
      <CheckedField
        label={label}
        help={help}
        rule={rule}
        row={row}
        value={typed}
        current={() => store.shown(key)}
        refusal={store.state().refused[key]}
        showProblems={showProblems}
        onChange={(value) => store.type(key, value)}
        pictures={pictures}
      />
      {!isDefault && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3.5 text-ink-quiet"
          aria-label={`Use the default: ${label}`}
          onClick={restore}
        >
          <RotateCcw aria-hidden size={14} />
          Use the default
        </Button>
      )}
    </div>
  );
}
