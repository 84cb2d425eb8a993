import { settingText, type TypedSetting } from '#domain/settings/typed-setting.ts';
import { Button } from '#ui/button.tsx';
import type { SettingConflict, StudioValues } from './use-studio-form.ts';

/** Props of {@link SettingConflicts}. */
export interface SettingConflictsProps {
  conflicts: readonly SettingConflict[];
  values: StudioValues;
  onSettle: (conflict: SettingConflict, choice: 'mine' | 'theirs') => void;
}

/** Shows both values of the settings that two admins changed, and asks which to use. */
export function SettingConflicts({ conflicts, values, onSettle }: SettingConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <div role="alert" className="mb-4 rounded-md bg-amber-pale px-4 py-3 text-sm">
      <p className="font-medium">
        Somebody else changed what you are changing. Nothing of yours was saved yet.
      </p>
      <ul className="mt-2 divide-y divide-amber/30">
        {conflicts.map((conflict) => {
          const { setting, theirs, by } = conflict;
          const [group = '', name = ''] = setting.key.split('.');
          const typed = values[group]?.[name] ?? '';
          return (
            <li key={setting.key} className="flex flex-wrap items-center gap-2 py-2">
              <p className="min-w-0 grow break-words">
                <span className="block font-medium">{setting.label}</span>
                <span className="block">Yours: {wordsOf(typed)}</span>
                <span className="block">
                  {by ?? 'Theirs'}: {settingText(setting.rule, theirs)}
                </span>
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Keep mine: ${setting.label}`}
                onClick={() => onSettle(conflict, 'mine')}
              >
                keep mine
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Take theirs: ${setting.label}`}
                onClick={() => onSettle(conflict, 'theirs')}
              >
                take theirs
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const wordsOf = (typed: TypedSetting) => {
  if (typeof typed === 'boolean') return typed ? 'yes' : 'no';
  if (typeof typed === 'string') return typed || 'empty';
  return typed.url ? 'a picture' : 'none';
};
