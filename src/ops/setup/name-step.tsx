import { useEffect } from 'react';
import { KNOWN_SETTINGS } from '#domain/settings/known-settings.ts';
import type { TypedSetting } from '#domain/settings/typed-setting.ts';
import { SettingFields } from '../settings/studio/setting-fields.tsx';
import { valueOf } from '../settings/studio/studio-values.ts';
import { SettingsStep, settingsWith, type SettingsStepForm } from './settings-step.tsx';
import type { StepProps } from './step-actions.tsx';

const SHORT_NAME = 'studio.short_name';
const CHAT_NAME = 'studio.chat_brand_name';
const CHAT_MESSAGE = 'studio.chat_message';

const NAME = settingsWith(['studio.name', SHORT_NAME, 'studio.tagline', 'brand.logo']);
const CHAT = settingsWith([CHAT_NAME, CHAT_MESSAGE]);
const SETTINGS = [...NAME, ...CHAT];

/** The step with name, logo and the chat's name. */
export function NameStep(props: StepProps) {
  return (
    <SettingsStep
      {...props}
      settings={SETTINGS}
      text="The fields hold an example until you change them. Name and logo are on every page, in titles, calendars and day sheets."
    >
      {(step) => <Fields {...step} />}
    </SettingsStep>
  );
}

function Fields(step: SettingsStepForm) {
  useChatFollowsName(step);
  return (
    <>
      <SettingFields settings={NAME} form={step.form} pictures={step.pictures} />
      <h3 className="mt-4 mb-3 text-sm font-semibold">In the chat window</h3>
      <SettingFields settings={CHAT} form={step.form} pictures={step.pictures} />
    </>
  );
}

const textOf = (typed: TypedSetting) => (typeof typed === 'string' ? typed.trim() : '');

/** Puts the short name into the chat's texts, until they are edited by hand. */
function useChatFollowsName({ form, rows }: SettingsStepForm) {
  useEffect(() => {
    const saved = (key: string) => {
      const setting = KNOWN_SETTINGS.get(key);
      return String(setting && valueOf(setting, rows));
    };
    const savedName = saved(SHORT_NAME);
    const textsWith = (name: TypedSetting) =>
      [CHAT_NAME, CHAT_MESSAGE].map((key) => {
        const text = saved(key).replaceAll(savedName, () => textOf(name) || savedName);
        return { key: key as `${string}.${string}`, text };
      });
    let last = textsWith(form.getValues(SHORT_NAME));
    return form.subscribe({
      name: SHORT_NAME,
      exact: true,
      formState: { values: true },
      callback: ({ values }) => {
        const next = textsWith(values['studio']?.['short_name'] ?? '');
        next.forEach(({ key, text }, at) => {
          const isFollowing = form.getValues(key) === last[at]?.text;
          if (isFollowing) form.setValue(key, text, { shouldValidate: true });
        });
        last = next;
      },
    });
  }, [form, rows]);
}
