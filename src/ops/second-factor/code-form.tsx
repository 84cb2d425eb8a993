import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { codeDigits, type SecondFactorOutcome } from '#data/second-factor.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { formText } from '../shell/form-text.ts';
import { useSlowNotice } from '../shell/slow-notice.ts';

/** Props of {@link CodeForm}. */
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

/** A form with one code, focused at once. A refusal is shown at the field, which gets the focus. */
export function CodeForm(props: CodeFormProps) {
  const { title, submit, label = 'Code of your app', isRecoveryCode = false } = props;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = formText(new FormData(event.currentTarget), 'code');
    const problem = isRecoveryCode ? !typed.trim() : codeDigits(typed).length !== 6;
    if (problem) {
      setError(isRecoveryCode ? 'Enter one of your recovery codes.' : 'Enter the six digits.');
      field.current?.focus();
      return;
    }
    setBusy(true);
    const outcome = await props.send(typed);
    setBusy(false);
    setError(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) return;
    field.current?.focus();
    field.current?.select();
  };
  return (
    <form noValidate aria-label={title} onSubmit={(event) => void send(event)}>
      <TextField
        ref={field}
        label={label}
        name="code"
        error={error}
        hint={props.hint}
        // why so long: a pasted code may have spaces.
        maxLength={isRecoveryCode ? 60 : 12}
        autoCapitalize={isRecoveryCode ? 'characters' : 'none'}
        autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
        inputMode={isRecoveryCode ? 'text' : 'numeric'}
        spellCheck={false}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant={props.variant} busy={busy}>
          {busy ? 'Checking...' : submit}
        </Button>
        {props.children}
      </div>
    </form>
  );
}
