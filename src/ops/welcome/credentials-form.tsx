import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { NewCredentials } from '#data/staff/welcome.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useCheckedForm } from '../kit/forms/use-checked-form.ts';

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

const CREDENTIALS = z.object({
  name: z.string(),
  password: z.string().check(z.minLength(SHORTEST, `Enter at least ${SHORTEST} characters.`)),
});

/** The fields of a person who joins, or sets a new password. */
export function CredentialsForm({ isInvitation, busy, problem, onSend }: CredentialsFormProps) {
  const { form, field } = useCheckedForm(CREDENTIALS, {
    defaultValues: { name: '', password: '' },
    whileTyping: 'keep',
  });
  const { setError } = form;
  useEffect(() => {
    if (!problem) return;
    const at = problem.field === 'name' ? 'name' : 'password';
    setError(at, { message: problem.message }, { shouldFocus: true });
  }, [problem, setError]);
  const send = form.handleSubmit(onSend);
  return (
    <form noValidate aria-label="Set a password" onSubmit={(event) => void send(event)}>
      {isInvitation && (
        <TextField
          {...field('name')}
          label="Your name"
          hint="As colleagues see it. Leave it empty to be shown as your admin entered it."
          optional
          autoComplete="name"
          maxLength={120}
        />
      )}
      <TextField
        {...field('password')}
        label="New password"
        type="password"
        hint={`At least ${SHORTEST} characters.`}
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
