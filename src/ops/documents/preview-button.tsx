import { Eye } from 'lucide-react';
import { useState } from 'react';
import { makeDocumentLink } from '#data/documents/documents.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { documentPath } from './document-path.ts';

export interface PreviewButtonProps {
  document: DocumentRecord;
  /** Saves what was typed first; null where that was refused. */
  save?: () => Promise<DocumentRecord | null>;
}

/** Shows a document as its customer sees it, drafts included. */
export function PreviewButton({ document, save }: PreviewButtonProps) {
  const api = useStaffApi();
  const [address, setAddress] = useState('');
  const [isOpen, setOpen] = useState(false);
  const preview = useSingleMutation({
    mutationFn: async () => {
      const shown = save ? await save() : document;
      if (shown === null) return null;
      const call = { document: shown.id, preview: true, key: randomUuid() };
      return makeDocumentLink(api, call);
    },
    onSuccess: (link) => {
      if (!link) return;
      setAddress(documentPath(document.kind, link.secret));
      setOpen(true);
    },
    onError: (error) => notifyFailure('The preview could not be opened', error),
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={preview.isPending}
        onClick={() => preview.mutate(undefined)}
      >
        <Eye aria-hidden size={16} />
        Preview
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Preview" side="bottom">
        {isOpen && (
          <iframe
            src={address}
            title={`Preview of ${documentTitle(document)}`}
            // why without scripts: the page has none, and its forms must not answer for the customer.
            sandbox="allow-same-origin"
            className="-m-5 block h-[calc(85dvh-4rem)] w-[calc(100%+2.5rem)] border-0"
          />
        )}
      </Sheet>
    </>
  );
}
