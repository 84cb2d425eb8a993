import { useEffect, useState } from 'react';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import { KNOWN_SETTINGS } from '#domain/settings/known-settings.ts';
import { settingFromTyped, typedSetting } from '#domain/settings/typed-setting.ts';
import { classNames } from '#ui/class-names.ts';
import { SettingFields } from '../settings/studio/setting-fields.tsx';
import { SettingsStep, settingsWith, type SettingsStepForm } from './settings-step.tsx';
import type { StepProps } from './step-actions.tsx';

const RATE = 'studio.gst_rate';
const GSTIN = 'identity.gstin';
const PAN = 'identity.pan';
const STATE_CODE = 'identity.state_code';
const LEGAL_NAME = 'identity.legal_name';

const REGISTERED = settingsWith([LEGAL_NAME, GSTIN, PAN, STATE_CODE, RATE]);
const NOT_REGISTERED = settingsWith([LEGAL_NAME, PAN]);

type Answer = 'yes' | 'no';

const ANSWERS: readonly { value: Answer; label: string; text: string }[] = [
  { value: 'yes', label: 'Registered for GST', text: 'The cart adds GST to its totals.' },
  { value: 'no', label: 'Not registered', text: 'The rate becomes 0%; no GST is charged.' },
];

/** The step with GSTIN, rate and legal name. */
export function GstStep(props: StepProps) {
  return (
    <SettingsStep
      {...props}
      settings={REGISTERED}
      text="For the totals in the cart, and later for quotes and invoices. Visitors see the rate only."
    >
      {(step) => <Fields {...step} />}
    </SettingsStep>
  );
}

function Fields({ form, pictures }: SettingsStepForm) {
  const [answer, setAnswer] = useState(() => answerOf(form));
  useFilledFromGstin(form);
  const select = (next: Answer) => {
    setAnswer(next);
    const isZero = form.getValues(RATE) === '0';
    if (next === 'no') {
      form.setValue(RATE, '0', { shouldValidate: true });
      form.setValue(GSTIN, '', { shouldValidate: true });
    } else if (isZero) {
      form.setValue(RATE, usualRate(), { shouldValidate: true });
    }
  };
  return (
    <>
      <div role="radiogroup" aria-label="GST" className="mb-4 grid gap-2 sm:grid-cols-2">
        {ANSWERS.map(({ value, label, text }) => (
          <label
            key={value}
            className={classNames(
              'flex cursor-pointer gap-3 rounded-md border p-3 text-sm',
              answer === value ? 'border-teal bg-teal-pale' : 'border-rule-strong',
            )}
          >
            <input
              type="radio"
              name="registered"
              value={value}
              checked={answer === value}
              onChange={() => select(value)}
              className="mt-0.5 size-4.5 shrink-0 accent-teal"
            />
            <span className="text-ink-quiet">
              <span className="block font-medium text-ink">{label}</span>
              {text}
            </span>
          </label>
        ))}
      </div>
      {answer && (
        <SettingFields
          settings={answer === 'yes' ? REGISTERED : NOT_REGISTERED}
          form={form}
          pictures={pictures}
        />
      )}
    </>
  );
}

type Form = SettingsStepForm['form'];

/** Null while neither is entered. */
function answerOf(form: Form): Answer | null {
  if (form.getValues(GSTIN)) return 'yes';
  return form.getValues(RATE) === '0' ? 'no' : null;
}

function usualRate() {
  const setting = KNOWN_SETTINGS.get(RATE);
  return setting ? typedSetting(setting.rule, setting.default) : '';
}

/** Fills in PAN and state code, which are parts of a GSTIN, while they are empty. */
function useFilledFromGstin(form: Form) {
  useEffect(
    () =>
      form.subscribe({
        name: GSTIN,
        exact: true,
        formState: { values: true },
        callback: ({ values }) => {
          const rule = { type: 'gstin' } as const;
          const gstin = String(settingFromTyped(rule, values['identity']?.['gstin'] ?? ''));
          if (settingProblem(rule, gstin)) return;
          if (!form.getValues(PAN)) form.setValue(PAN, gstin.slice(2, 12));
          if (!form.getValues(STATE_CODE)) form.setValue(STATE_CODE, gstin.slice(0, 2));
        },
      }),
    [form],
  );
}
