import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { secondFactorQuery } from '#data/staff/second-factor-state.ts';
import { makeRecoveryCodes, removeSecondFactor } from '#data/staff/second-factor.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpFactor } from './set-up-factor.tsx';

/** The account sheet's section about the second factor: set up, recovery codes, remove. */
export default function SecondFactorSection({ studio }: { studio: string }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const state = useQuery(secondFactorQuery(api));
  const [step, setStep] = useState<'set-up' | 'remove'>();
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setStep(undefined);
    setCodes(undefined);
    await queryClient.invalidateQueries({ queryKey: staffKeys.secondFactor });
  };
  const remove = async (typed: string) => {
    const outcome = await removeSecondFactor(api, typed);
    if (!outcome.ok) return outcome;
    notify.success('Second factor removed');
    await leave();
    return outcome;
  };
  const renew = async () => {
    setBusy(true);
    try {
      setCodes(await makeRecoveryCodes(api));
    } catch (error) {
      notifyFailure('Error making recovery codes', error as Error);
    }
    setBusy(false);
  };

  let body;
  if (codes) {
    body = <RecoveryCodes codes={codes} studio={studio} onDone={() => void leave()} />;
  } else if (step === 'remove') {
    body = (
      <CodeForm title="Remove the second factor" submit="Remove" variant="danger" send={remove}>
        <Button variant="quiet" onClick={() => setStep(undefined)}>
          Cancel
        </Button>
      </CodeForm>
    );
  } else if (state.data?.verified && step !== 'set-up') {
    const { codes_left: left, required } = state.data;
    body = (
      <>
        <p className="text-sm text-ink-quiet">
          On. {counted(left, 'recovery code', 'recovery codes')} left.
          {required && ' It is required of all staff.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void renew()}>
            New recovery codes
          </Button>
          <Button variant="danger" size="sm" onClick={() => setStep('remove')}>
            Remove
          </Button>
        </div>
      </>
    );
  } else if (state.data) {
    body = (
      <SetUpFactor
        studio={studio}
        intro="A code of an app on your phone, after your password. A leaked password alone then opens nothing."
        variant="secondary"
        onVerified={() => setStep('set-up')}
        onDone={() => {
          notify.success('Second factor turned on');
          void leave();
        }}
      />
    );
  }
  return (
    <section aria-label="Second factor">
      <h3 className="mb-3 text-sm font-semibold">Second factor</h3>
      {body}
      {state.isError && !state.data && (
        <p className="text-sm text-ink-quiet">This could not be read. Open the sheet again.</p>
      )}
    </section>
  );
}
