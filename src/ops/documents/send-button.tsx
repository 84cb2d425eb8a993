import { Send } from 'lucide-react';
import { useState } from 'react';
import { makeDocumentLink } from '#data/documents/documents.ts';
import { useSite } from '#data/settings/use-site.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { documentMessage } from '#domain/messages/record-texts.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { AddressFields } from '../links/address-fields.tsx';
import { NewAddress } from '../links/new-address.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { documentPath } from './document-path.ts';
import { DocumentLinks } from './document-links.tsx';

/** Makes a link to an issued document and offers ways to send it; lists the links made so far. */
export function SendButton({ document }: { document: DocumentRecord }) {
  const api = useStaffApi();
  const { studio } = useSite();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const make = useSingleMutation({
    mutationFn: () => {
      const call = { document: document.id, preview: false };
      return makeDocumentLink(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      setOpen(true);
      void refetch();
    },
    onError: (error) => notifyFailure('The link could not be made', error),
  });
  const title = `${DOCUMENT_FACTS[document.kind].name} ${documentTitle(document)}`;
  const { addresses, customer, links } = document;
  return (
    <>
      <Button size="sm" busy={make.isPending} onClick={() => make.mutate(undefined)}>
        <Send aria-hidden size={16} />
        {make.isPending ? 'Making the link...' : 'Send a link'}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`Send ${documentTitle(document)}`}>
        {addresses !== null && (
          <AddressFields addresses={addresses} value={address} onChange={setAddress} />
        )}
        {make.data && (
          <NewAddress
            key={make.data.id}
            title={title}
            path={documentPath(document.kind, make.data.secret)}
            message={`${title} of ${studio.name}, ${formatTotal(document.sums.total)}:`}
            email={addresses === null ? (customer.email ?? '') : address}
            mobile={customer.mobile ?? ''}
            whatsApp={(address) => documentMessage(studio.name, document, address)}
            note="Everybody who has this address can read the document. It is shown only once: each sending gets its own."
          />
        )}
        <DocumentLinks links={links} />
      </Sheet>
    </>
  );
}
