import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { enterCode } from '#data/staff/second-factor.ts';
import { useSession, type Session } from '#data/staff/session.ts';
import {
  openLink,
  setCredentials,
  type NewCredentials,
  type WelcomeLink,
} from '#data/staff/welcome.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { CodeForm } from '../second-factor/code-form.tsx';
import { SessionLoading } from '../kit/session-loading.tsx';
import { useSlowNotice } from '../kit/slow-notice.ts';
import { DEFAULT_TARGET } from '../sign-in/target.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CredentialsForm } from './credentials-form.tsx';

export interface WelcomePageProps {
  /** The studio's name. */
  studio: string;
  /** Null: the address is not complete. */
  link: WelcomeLink | null;
}

/**
 * Opened by the link of an invitation or of a reset: the person sets a password and is signed in. The
 * link is used up when the form is sent, so that opening or reloading the page costs nothing.
 */
export function WelcomePage({ studio, link }: WelcomePageProps) {
  const session = useSession(useStaffApi());
  const [before, setBefore] = useState<Session>();
  if (session.status === 'loading') return <SessionLoading />;
  // why the first: the link itself begins a session.
  if (!before) setBefore(session);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <p className="text-sm text-ink-quiet">{studio}</p>
        {link ? <OpenLink link={link} before={before ?? session} /> : <BrokenLink />}
      </div>
    </main>
  );
}

type Step = 'ask' | 'form' | 'code' | 'spent';

function OpenLink({ link, before }: { link: WelcomeLink; before: Session }) {
  const api = useStaffApi();
  const router = useRouter();
  const [step, setStep] = useState<Step>(before.status === 'authenticated' ? 'ask' : 'form');
  const [problem, setProblem] = useState<{ message: string; field: string }>();
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const isOpen = useRef(false);
  const typed = useRef<NewCredentials>({ password: '', name: '' });
  const finish = async () => {
    const outcome = isOpen.current ? { is: 'done' as const } : await openLink(api, link);
    if (outcome.is === 'done') isOpen.current = true;
    const last = outcome.is === 'done' ? await setCredentials(api, typed.current) : outcome;
    if (last.is === 'done') {
      notify.success('Your password is set');
      await router.navigate({ to: DEFAULT_TARGET, replace: true });
    } else if (last.is === 'refused') {
      setStep('form');
      setProblem({ message: last.message, field: last.field ?? '' });
    } else {
      setStep(last.is === 'code' ? 'code' : 'spent');
    }
  };
  const send = async (credentials: NewCredentials) => {
    if (busy) return;
    typed.current = credentials;
    setProblem(undefined);
    setBusy(true);
    await finish();
    setBusy(false);
  };

  if (step === 'spent') return <SpentLink />;
  if (step === 'ask' && before.status === 'authenticated') {
    return <OtherPerson email={before.email} onContinue={() => setStep('form')} />;
  }
  if (step === 'code') {
    return (
      <>
        <Heading
          title="Second factor"
          text="Your account asks for a code before the new password is set."
        />
        <CodeForm
          title="Second factor"
          submit="Enter"
          send={async (code) => {
            const outcome = await enterCode(api, code);
            if (outcome.ok) await finish();
            return outcome;
          }}
        />
      </>
    );
  }
  const isInvitation = link.type === 'invite';
  return (
    <>
      <Heading
        title={isInvitation ? 'Welcome' : 'New password'}
        text={
          isInvitation
            ? 'You are invited to the back office. Set a password, which you sign in with from now on.'
            : 'Set a new password. You are signed out on all other devices.'
        }
      />
      <CredentialsForm isInvitation={isInvitation} busy={busy} problem={problem} onSend={send} />
    </>
  );
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="mt-1 text-2xl font-semibold">{title}</h1>
      <p role="status" className="mt-2 mb-6 text-sm text-pretty text-ink-quiet">
        {text}
      </p>
    </>
  );
}

function OtherPerson({ email, onContinue }: { email: string; onContinue: () => void }) {
  return (
    <>
      <Heading
        title="Somebody is signed in here"
        text={`This browser is signed in as ${email}. If you go on, the link signs in the person it was made for, and ${email} is signed out here.`}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onContinue}>Go on with the link</Button>
        <Link to={DEFAULT_TARGET} className={buttonClass({ variant: 'quiet' })}>
          Stay signed in
        </Link>
      </div>
    </>
  );
}

const SignInLink = () => (
  <Link to="/ops" className={buttonClass({ variant: 'secondary' })}>
    Sign in
  </Link>
);

function SpentLink() {
  return (
    <>
      <Heading
        title="This link does not work any more"
        text="It was used already, was replaced by a newer one, or is older than 24 hours. If you have set a password, sign in with it. If not, ask the admin who sent it for a new link."
      />
      <SignInLink />
    </>
  );
}

function BrokenLink() {
  return (
    <>
      <Heading
        title="This link is not complete"
        text="A part of its address is missing. Open it again from the message that you received, or ask the admin who sent it for a new one."
      />
      <SignInLink />
    </>
  );
}
