import { useEffect, useState } from 'react';
import { GST_STATES } from '#domain/documents/gst-states.ts';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import { KNOWN_SETTINGS } from '#domain/settings/known-settings.ts';
import { settingFromTyped } from '#domain/settings/typed-setting.ts';
import { classNames } from '#ui/class-names.ts';
import { SettingFields } from '../settings/studio/setting-fields.tsx';
import { SettingsStep, settingsWith, type SettingsStepForm } from './settings-step.tsx';
import type { StepProps } from './step-actions.tsx';

const RATE = 'studio.gst_rate';
const GSTIN = 'identity.gstin';
const PAN = 'identity.pan';
const REGION = 'studio.region';
const IS_REGISTERED = 'studio.gst_registered';
const LEGAL_NAME = 'identity.legal_name';

const REGISTERED = settingsWith([LEGAL_NAME, GSTIN, PAN, REGION, RATE]);
const NOT_REGISTERED = settingsWith([LEGAL_NAME, PAN, REGION]);
const SAVED = [...REGISTERED, ...settingsWith([IS_REGISTERED])];

/** The state of the address that a new studio begins with. */
const EXAMPLE_REGION = KNOWN_SETTINGS.get(REGION)?.default;

type Answer = 'yes' | 'no';

const ANSWERS: readonly { value: Answer; label: string; text: string }[] = [
  { value: 'yes', label: 'Registered for GST', text: 'The cart adds GST to its totals.' },
  { value: 'no', label: 'Not registered', text: 'No GST is charged, in the cart or on documents.' },
];

/** The step with registration, GSTIN, state, rate and legal name. */
export function GstStep(props: StepProps) {
  return (
    <SettingsStep
      {...props}
      settings={SAVED}
      text="For the totals in the cart, and for quotes and invoices. Visitors see the rate and the state only."
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
    form.setValue(IS_REGISTERED, next === 'yes', { shouldValidate: true });
    if (next === 'no') form.setValue(GSTIN, '', { shouldValidate: true });
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
  return form.getValues(IS_REGISTERED) ? null : 'no';
}

/** Fills in what a GSTIN says: the PAN while it is empty, and the state while it is the example's. */
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
          const state = GST_STATES.get(gstin.slice(0, 2));
          if (state && form.getValues(REGION) === EXAMPLE_REGION) form.setValue(REGION, state);
        },
      }),
    [form],
  );
}
