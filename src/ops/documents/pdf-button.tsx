import { useRouteContext } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { readDocumentPdf } from '#data/documents.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Props of {@link PdfButton}. */
export interface PdfButtonProps {
  document: DocumentRecord;
  /** Saves what was typed first; null where that was refused. */
  save?: () => Promise<DocumentRecord | null>;
}

/** Downloads the PDF of a document. */
export function PdfButton({ document, save }: PdfButtonProps) {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const download = useSingleMutation({
    mutationFn: async () => {
      const shown = save ? await save() : document;
      if (shown === null) return;
      const file = await readDocumentPdf(api, backend, shown.id);
      saveFile(file, `${documentTitle(shown).replaceAll(/[^A-Za-z0-9]+/g, '-')}.pdf`);
    },
    onError: (error) => notifyFailure('The PDF could not be read', error),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      <Download aria-hidden size={16} />
      PDF
    </Button>
  );
}
