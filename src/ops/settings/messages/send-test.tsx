import { useState } from 'react';
import { sendTestMail } from '#data/messages/test-mail.ts';
import type { TemplateName } from '#domain/messages/templates.ts';
import { Button } from '#ui/button.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useSlowNotice } from '../../kit/slow-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface SendTestProps {
  /** Null: a test of sending alone. */
  template: TemplateName | null;
  /** Whether something that the test shows is not saved yet. */
  isEdited: boolean;
}

/** Sends an e-mail as it is saved, with made-up values, to whoever presses it, and shows the outcome. */
export function SendTest({ template, isEdited }: SendTestProps) {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  useSlowNotice(busy);
  const send = async () => {
    setBusy(true);
    setOutcome('');
    try {
      setOutcome(await sendTestMail(api, template));
    } catch (error) {
      notifyFailure('Error sending the test', error as Error);
    }
    setBusy(false);
  };
  return (
    <div className="min-w-0">
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        disabled={isEdited}
        onClick={() => void send()}
      >
        {busy ? 'Sending...' : 'Send a test to me'}
      </Button>
      <p role="status" className="mt-1.5 text-sm text-ink-quiet wrap-anywhere">
        {isEdited ? 'A test uses what is saved: save first.' : outcome}
      </p>
    </div>
  );
}
