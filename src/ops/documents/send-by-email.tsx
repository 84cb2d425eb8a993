import { Mail } from 'lucide-react';
import { useState } from 'react';
import { sendDocument } from '#data/messages.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useRefetch } from '../shell/use-refetch.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Queues an e-mail with an issued document, after asking; nothing for a customer without an address. */
export function SendByEmail({ document }: { document: DocumentRecord }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const send = useSingleMutation({
    mutationFn: () => {
      const call = { document: document.id };
      return sendDocument(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      setAsking(false);
      notify.success('The e-mail is on its way');
      void refetch();
    },
    onError: (error) => notifyFailure('The e-mail was not queued', error),
  });
  const { email, name } = document.customer;
  if (!email) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        <Mail aria-hidden size={16} />
        Send by e-mail
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Send ${documentTitle(document)} by e-mail?`}
        text={`It goes to ${name ?? 'the customer'}, ${email}, with a link to the document.`}
        onCancel={() => setAsking(false)}
      >
        <Button busy={send.isPending} onClick={() => send.mutate(undefined)}>
          send
        </Button>
        <Button variant="secondary" onClick={() => setAsking(false)}>
          cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}
