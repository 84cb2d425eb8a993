import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { NewCredentials } from '#data/welcome.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { formText } from '../shell/form-text.ts';

/** Props of {@link CredentialsForm}. */
export interface CredentialsFormProps {
  /** Has a field for the name too. */
  isInvitation: boolean;
  busy: boolean;
  /** The refusal, and the field it is about ('' for none). */
  problem: { message: string; field: string } | undefined;
  onSend: (credentials: NewCredentials) => Promise<void>;
}

/** Shortest password, as the auth server has it. */
const SHORTEST = 8;

/** The fields of a person who joins, or sets a new password. */
export function CredentialsForm({ isInvitation, busy, problem, onSend }: CredentialsFormProps) {
  const [isShort, setShort] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem) (problem.field === 'name' ? name : password).current?.focus();
  }, [problem]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = { password: formText(form, 'password'), name: formText(form, 'name') };
    const tooShort = typed.password.length < SHORTEST;
    setShort(tooShort);
    if (tooShort) password.current?.focus();
    else void onSend(typed);
  };
  const passwordProblem = problem?.field === 'name' ? undefined : problem?.message;
  return (
    <form noValidate aria-label="Set a password" onSubmit={send}>
      {isInvitation && (
        <TextField
          ref={name}
          label="Your name"
          name="name"
          hint="As colleagues see it. Leave it empty to be shown as your admin entered it."
          error={problem?.field === 'name' ? problem.message : undefined}
          optional
          autoComplete="name"
          maxLength={120}
        />
      )}
      <TextField
        ref={password}
        label="New password"
        name="password"
        type="password"
        hint={`At least ${SHORTEST} characters.`}
        error={isShort ? `Enter at least ${SHORTEST} characters.` : passwordProblem}
        autoComplete="new-password"
        maxLength={72}
        className="mt-2"
      />
      <Button type="submit" wide busy={busy} className="mt-3">
        {busy ? 'Saving...' : 'Set password and sign in'}
      </Button>
    </form>
  );
}
