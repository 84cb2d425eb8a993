import { useState } from 'react';
import {
  enterCode,
  makeRecoveryCodes,
  startFactor,
  type NewFactor,
} from '#data/staff/second-factor.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface SetUpFactorProps {
  /** The studio's name, which the app shows. */
  studio: string;
  /** Above the first button. */
  intro?: string;
  variant?: ButtonVariant;
  /** Called when the factor counts, before its recovery codes are shown. */
  onVerified?: () => void;
  /** Called when the recovery codes are stored. */
  onDone: () => void;
}

/** Sets up an authenticator app: QR code or key, its first code, the recovery codes. */
export function SetUpFactor({ studio, intro, variant, onVerified, onDone }: SetUpFactorProps) {
  const api = useStaffApi();
  const [factor, setFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    try {
      setFactor(await startFactor(api, studio));
    } catch (error) {
      notify.failure('Error setting up', { description: (error as Error).message });
    }
    setBusy(false);
  };
  const verify = async (typed: string) => {
    const outcome = await enterCode(api, typed, factor?.id);
    if (!outcome.ok) return outcome;
    onVerified?.();
    try {
      setCodes(await makeRecoveryCodes(api));
    } catch (error) {
      notify.failure('Set up, but without recovery codes', {
        description: `${(error as Error).message} Make them under “Your account”.`,
      });
      onDone();
    }
    return outcome;
  };

  if (codes) return <RecoveryCodes codes={codes} studio={studio} onDone={onDone} />;
  if (!factor)
    return (
      <>
        {intro && <p className="mb-3 text-sm text-pretty text-ink-quiet">{intro}</p>}
        <Button variant={variant} busy={busy} onClick={() => void start()}>
          {busy ? 'Starting...' : 'Set up an authenticator app'}
        </Button>
      </>
    );
  return (
    <div className="space-y-4 text-sm">
      <p className="text-pretty">
        Scan this with your authenticator app (Google Authenticator, Aegis, 1Password or another),
        or add the key by hand.
      </p>
      <img
        src={factor.qrCode}
        alt="QR code for your authenticator app"
        width={192}
        height={192}
        className="rounded-md border border-rule bg-white"
      />
      <dl>
        <dt className="text-ink-quiet">Key</dt>
        <dd className="mt-0.5 font-mono text-[13px] break-all select-all">
          {factor.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </dd>
      </dl>
      <CodeForm
        title="First code"
        submit="Turn on"
        hint="The six digits that the app shows now."
        send={verify}
      />
    </div>
  );
}
