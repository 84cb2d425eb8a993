import { Send } from 'lucide-react';
import { useState } from 'react';
import { makeDocumentLink } from '#data/documents.ts';
import { useSite } from '#data/use-site.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { DOCUMENT_NAMES, documentTitle } from '#domain/documents/document-text.ts';
import { documentMessage } from '#domain/messages/record-texts.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useIdempotencyKey } from '../crm/shared/use-idempotency-key.ts';
import { NewAddress } from '../links/new-address.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useRefetch } from '../shell/use-refetch.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { documentPath } from './document-path.ts';
import { DocumentLinks } from './document-links.tsx';

/** Makes a link to an issued document and offers ways to send it; lists the links made so far. */
export function SendButton({ document }: { document: DocumentRecord }) {
  const api = useStaffApi();
  const { studio } = useSite();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [isOpen, setOpen] = useState(false);
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
  const title = `${DOCUMENT_NAMES[document.kind]} ${documentTitle(document)}`;
  const { customer, links } = document;
  return (
    <>
      <Button size="sm" busy={make.isPending} onClick={() => make.mutate(undefined)}>
        <Send aria-hidden size={16} />
        {make.isPending ? 'making the link...' : 'Send'}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`Send ${documentTitle(document)}`}>
        {make.data && (
          <NewAddress
            key={make.data.id}
            title={title}
            path={documentPath(document.kind, make.data.secret)}
            message={`${title} of ${studio.name}, ${formatTotal(document.sums.total)}:`}
            email={customer.email ?? ''}
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
