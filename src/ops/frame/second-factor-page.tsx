import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProfileKey, staffKeys } from '#data/core/query-keys/staff.ts';
import { enterCode, spendRecoveryCode } from '#data/staff/second-factor.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import type { SecondFactorGateProps } from './guard.tsx';
import { useLogout } from './use-logout.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CodeForm } from '../second-factor/code-form.tsx';
import { SetUpFactor } from '../second-factor/set-up-factor.tsx';

export interface SecondFactorPageProps extends SecondFactorGateProps {
  /** The studio's name. */
  studio: string;
}

/**
 * Takes the place of the back office until the session has shown its second factor, or has one
 * where it is required.
 */
export default function SecondFactorPage({ need, onHold, studio }: SecondFactorPageProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const { logout, busy } = useLogout();
  const [isRecovering, setRecovering] = useState(false);
  const [isRecovered, setRecovered] = useState(false);
  // why all: what was read at the lower level is empty or refused.
  const reload = () => queryClient.resetQueries({ queryKey: staffKeys.all });
  const enter = async (typed: string) => {
    const outcome = await enterCode(api, typed);
    if (!outcome.ok) return outcome;
    notify.success('logged in successfully');
    await reload();
    return outcome;
  };
  const recover = async (typed: string) => {
    const outcome = await spendRecoveryCode(api, typed);
    if (!outcome.ok) return outcome;
    onHold(true);
    setRecovered(true);
    // The new one may be required.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isProfileKey(queryKey) });
    return outcome;
  };
  const finish = () => {
    onHold(false);
    void reload();
  };
  const isSetUp = isRecovered || need !== 'code';
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <p className="text-sm text-ink-quiet">{studio}</p>
        <h1 className="mt-1 mb-2 text-2xl font-semibold">{titleOf(isSetUp, isRecovering)}</h1>
        <p role="status" className="mb-6 text-sm text-pretty text-ink-quiet">
          {introOf(isRecovered, isSetUp, isRecovering)}
        </p>
        {isSetUp && <SetUpFactor studio={studio} onVerified={() => onHold(true)} onDone={finish} />}
        {!isSetUp && !isRecovering && (
          <CodeForm title="Second factor" submit="Enter" send={enter} />
        )}
        {!isSetUp && isRecovering && (
          <CodeForm
            key="recovery"
            title="Recovery code"
            label="Recovery code"
            hint="25 letters and digits. Hyphens and case do not count."
            submit="Use this code"
            isRecoveryCode
            send={recover}
          />
        )}
        <div className="mt-6 flex flex-wrap gap-x-2 border-t border-rule pt-3 *:first:-ml-3.5">
          {!isSetUp && (
            <Button variant="quiet" size="sm" onClick={() => setRecovering(!isRecovering)}>
              {isRecovering ? 'Use the app' : 'Use a recovery code'}
            </Button>
          )}
          {isRecovered && need !== 'setup' && (
            <Button variant="quiet" size="sm" onClick={finish}>
              Not now
            </Button>
          )}
          <Button variant="quiet" size="sm" busy={busy} onClick={logout}>
            Logout
          </Button>
        </div>
      </div>
    </main>
  );
}

function titleOf(isSetUp: boolean, isRecovering: boolean): string {
  if (isSetUp) return 'Set up your second factor';
  return isRecovering ? 'Use a recovery code' : 'Enter your code';
}

function introOf(isRecovered: boolean, isSetUp: boolean, isRecovering: boolean): string {
  if (isRecovered)
    return 'Your recovery code has removed the second factor that you lost. Set up a new one.';
  if (isSetUp)
    return 'The studio requires a second factor of all staff: a code of an app on your phone, after your password.';
  if (isRecovering)
    return 'It removes the second factor that you lost; then you can set up a new one. Without a recovery code, ask an admin to remove it.';
  return 'Open the authenticator app on your phone and enter the six digits that it shows.';
}
