import { useState } from 'react';
import { sendTestMail } from '#data/test-mail.ts';
import type { TemplateName } from '#domain/messages/templates.ts';
import { Button } from '#ui/button.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useSlowNotice } from '../../shell/slow-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link SendTest}. */
export interface SendTestProps {
  template: TemplateName;
  /** Whether the text differs from the saved one, which a test shows. */
  isEdited: boolean;
}

/** Sends the saved e-mail with made-up values to whoever presses it, and shows the outcome. */
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
        {busy ? 'sending...' : 'Send a test to me'}
      </Button>
      <p role="status" className="mt-1.5 text-sm text-ink-quiet wrap-anywhere">
        {isEdited ? 'A test shows the saved text: save first.' : outcome}
      </p>
    </div>
  );
}
