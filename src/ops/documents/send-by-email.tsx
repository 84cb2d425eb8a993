import { Mail } from 'lucide-react';
import { useState } from 'react';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AddressFields } from '../links/address-fields.tsx';
import { useSendByEmail, type SendTexts } from './use-send-by-email.ts';

const TEXTS: SendTexts = {
  done: () => 'The e-mail is on its way',
  failure: () => 'The e-mail was not queued',
};

/** Queues an e-mail with an issued document, after asking; nothing for a customer without an address. */
export function SendByEmail({ document }: { document: DocumentRecord }) {
  const [isAsking, setAsking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const send = useSendByEmail(TEXTS, () => setAsking(false));
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
          onClick={() => send.mutate({ document, address })}
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
