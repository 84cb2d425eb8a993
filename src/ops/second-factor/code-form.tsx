import { useEffect, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { codeDigits, type SecondFactorOutcome } from '#data/staff/second-factor.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useSlowNotice } from '../kit/slow-notice.ts';

export interface CodeFormProps {
  /** Name of the form. */
  title: string;
  submit: string;
  /** Label of the field; by default that of a six-digit code of the app. */
  label?: string;
  hint?: string | undefined;
  /** A recovery code instead of six digits. */
  isRecoveryCode?: boolean;
  variant?: ButtonVariant;
  /** Called with what was typed. */
  send: (typed: string) => Promise<SecondFactorOutcome>;
  /** Beside the button. */
  children?: ReactNode;
}

const codeSchema = (isRecoveryCode: boolean) =>
  z.object({
    code: z
      .string()
      .check(
        isRecoveryCode
          ? z.refine((typed) => typed.trim() !== '', 'Enter one of your recovery codes.')
          : z.refine((typed) => codeDigits(typed).length === 6, 'Enter the six digits.'),
      ),
  });

/** A form with one code, focused at once. A refusal is shown at the field, which gets the focus. */
export function CodeForm(props: CodeFormProps) {
  const { title, submit, label = 'Code of your app', isRecoveryCode = false } = props;
  const { form, field } = useCheckedForm(codeSchema(isRecoveryCode), {
    defaultValues: { code: '' },
    whileTyping: 'keep',
  });
  const { setFocus } = form;
  const { isSubmitting } = form.formState;
  useSlowNotice(isSubmitting);
  useEffect(() => setFocus('code'), [setFocus]);
  const send = form.handleSubmit(async ({ code }) => {
    const outcome = await props.send(code);
    if (outcome.ok) return;
    form.setError('code', { message: outcome.message });
    setFocus('code', { shouldSelect: true });
  });
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void send(event);
      }}
    >
      <TextField
        {...field('code')}
        label={label}
        hint={props.hint}
        // why so long: a pasted code may have spaces.
        maxLength={isRecoveryCode ? 60 : 12}
        autoCapitalize={isRecoveryCode ? 'characters' : 'none'}
        autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
        inputMode={isRecoveryCode ? 'text' : 'numeric'}
        spellCheck={false}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant={props.variant} busy={isSubmitting}>
          {isSubmitting ? 'Checking...' : submit}
        </Button>
        {props.children}
      </div>
    </form>
  );
}
