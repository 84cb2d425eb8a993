import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { NO_ANSWER } from '#data/core/failure.ts';
import { isCodeDue } from '#data/staff/second-factor-state.ts';
import { signIn, useSession } from '#data/staff/session.ts';
import { plainEmail } from '#domain/email.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { SessionLoading } from '../kit/session-loading.tsx';
import { useSlowNotice } from '../kit/slow-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { targetAfterSignIn } from './target.ts';

export interface SignInPageProps {
  /** The studio's name. */
  studio: string;
}

/**
 * Sign-in with e-mail address and password. A signed-in user is redirected to the page the guard
 * intercepted, else to the dashboard or the page of their choice.
 */
export function SignInPage({ studio }: SignInPageProps) {
  const session = useSession(useStaffApi());
  const ended = useLocation({ select: ({ state }) => state.opsSessionEnded === true });
  useLeaveWhen(session.status === 'authenticated');
  if (session.status !== 'unauthenticated') return <SessionLoading />;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <p className="text-sm text-ink-quiet">{studio}</p>
        <h1 className="mt-1 text-2xl font-semibold">Back office</h1>
        <p role="status" className="mt-2 mb-6 text-sm text-ink-quiet">
          {ended && 'Your session has ended. Sign in to go on where you were.'}
        </p>
        <SignInForm />
      </div>
    </main>
  );
}

function SignInForm() {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const outcome = await signIn(api, {
      email: plainEmail(formText(form, 'email')),
      password: formText(form, 'password'),
    });
    setBusy(false);
    if (outcome.ok) {
      // The guard asks for the code, if there is one to enter.
      if (!(await isCodeDue(api))) notify.success('logged in successfully');
    } else {
      notify.failure('error logging in', {
        description: outcome.isAnswered
          ? outcome.message || 'please check your credentials'
          : NO_ANSWER,
      });
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <EmailField
        ref={first}
        label="Email"
        name="email"
        plain={plainEmail}
        autoComplete="username"
        required
        maxLength={254}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        className="mt-2"
      />
      <Button type="submit" wide busy={busy} className="mt-3">
        {busy ? 'logging in...' : 'Login'}
      </Button>
    </form>
  );
}

function useLeaveWhen(signedIn: boolean) {
  const router = useRouter();
  useEffect(() => {
    if (!signedIn) return;
    const { opsTarget } = router.state.location.state;
    const state = opsTarget === undefined ? { opsLanded: true } : undefined;
    router.history.replace(targetAfterSignIn(opsTarget), state);
  }, [signedIn, router]);
}
