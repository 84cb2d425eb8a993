import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { KNOWN_SETTINGS, type KnownSetting } from '#domain/settings/known-settings.ts';
import { STUDIO_PAGE_GROUPS } from '#domain/settings/registry.ts';
import { SETUP_TITLES } from '#domain/setup/setup-steps.ts';
import { Button } from '#ui/button.tsx';
import { SettingConflicts } from '../settings/fields/setting-conflicts.tsx';
import { LoadedSettings } from '../settings/studio/loaded-settings.tsx';
import { SitePreview } from '../settings/studio/site-preview.tsx';
import { useStudioForm } from '../settings/studio/use-studio-form.ts';
import { usePictureEditor, type PictureEditor } from '../pictures/use-picture-editor.tsx';
import { useSlowNotice } from '../kit/slow-notice.ts';
import { StepActions, type StepProps } from './step-actions.tsx';

/** Groups of settings that steps edit or show: those of the studio's page, so that both share what was read. */
export const SETTING_GROUP_NAMES = STUDIO_PAGE_GROUPS.map(({ name }) => name);

/** The settings with these keys. */
export const settingsWith = (keys: readonly string[]): KnownSetting[] =>
  keys.flatMap((key) => KNOWN_SETTINGS.get(key) ?? []);

/** The form of a step and what it is based on. */
export interface SettingsStepForm {
  form: ReturnType<typeof useStudioForm>['form'];
  pictures: PictureEditor;
  rows: readonly SettingRow[];
}

export interface SettingsStepProps extends StepProps {
  text: string;
  /** The settings that the step edits. */
  settings: readonly KnownSetting[];
  children: (form: SettingsStepForm) => ReactNode;
}

/** A step that edits settings, with a preview of the site beside it. */
export function SettingsStep(props: SettingsStepProps) {
  return (
    <LoadedSettings
      groupNames={SETTING_GROUP_NAMES}
      level={3}
      blocks={['h-64 w-full', 'h-11 w-full']}
    >
      {(rows) => <Form rows={rows} {...props} />}
    </LoadedSettings>
  );
}

function Form({
  rows,
  text,
  settings,
  children,
  ...step
}: SettingsStepProps & Pick<SettingsStepForm, 'rows'>) {
  const { page, state, onNext } = step;
  const queryClient = useQueryClient();
  const { form, shown, edits, conflicts, busy, save, settle } = useStudioForm(
    rows,
    SETTING_GROUP_NAMES,
    {
      settings,
      draftName: `settings:setup:${page}`,
      onSaved: () => {
        void queryClient.invalidateQueries({ queryKey: staffKeys.setup });
        onNext();
      },
    },
  );
  const pictures = usePictureEditor();
  useSlowNotice(busy);
  const isEdited = edits.length > 0;
  return (
    <div className="mt-1 grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_18rem]">
      <form
        noValidate
        aria-label={SETUP_TITLES[page]}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEdited) void save(event);
          else onNext();
        }}
        className="min-w-0"
      >
        <p className="mb-4 max-w-prose text-sm text-ink-quiet">{text}</p>
        <SettingConflicts conflicts={conflicts} onSettle={settle} />
        {children({ form, rows, pictures })}
        <StepActions {...step}>
          <Button
            type="submit"
            busy={busy}
            disabled={conflicts.length > 0 || (!isEdited && !state.done.includes(page))}
          >
            {busy ? 'Saving...' : isEdited ? 'Save and continue' : 'Continue'}
          </Button>
        </StepActions>
      </form>
      {/* why outside the form: it has forms of its own. */}
      {pictures.sheet}
      <SitePreview values={shown} />
    </div>
  );
}
