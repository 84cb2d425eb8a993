import { Mail } from 'lucide-react';
import { useState } from 'react';
import { sendDocument } from '#data/messages/messages.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { AddressFields } from '../links/address-fields.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Queues an e-mail with an issued document, after asking; nothing for a customer without an address. */
export function SendByEmail({ document }: { document: DocumentRecord }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const send = useSingleMutation({
    mutationFn: () => {
      const call = { document: document.id, ...(address !== null && { address }) };
      return sendDocument(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      setAsking(false);
      notify.success('The e-mail is on its way');
      void refetch();
    },
    onError: (error) => {
      notifyFailure('The e-mail was not queued', error);
      // why: the addresses may have changed meanwhile.
      void refetch();
    },
  });
  const { addresses } = document;
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
        text={
          addresses === null ? (
            `It goes to ${name ?? 'the customer'}, ${email}, with a link to the document.`
          ) : (
            <>
              <AddressFields addresses={addresses} value={address} onChange={setAddress} />
              <p className="mt-3">
                The e-mail has a link to the document. The address that you select becomes that of
                the customer.
              </p>
            </>
          )
        }
        onCancel={() => setAsking(false)}
      >
        <Button
          busy={send.isPending}
          disabled={addresses !== null && address === null}
          onClick={() => send.mutate(undefined)}
        >
          Send
        </Button>
        <Button variant="secondary" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}
