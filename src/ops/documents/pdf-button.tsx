import { Download } from 'lucide-react';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { Button } from '#ui/button.tsx';
import { usePdfDownload } from './use-pdf-download.ts';

export interface PdfButtonProps {
  document: DocumentRecord;
  /** Saves what was typed first; null where that was refused. */
  save?: () => Promise<DocumentRecord | null>;
}

/** Downloads the PDF of a document. */
export function PdfButton({ document, save }: PdfButtonProps) {
  const download = usePdfDownload();
  const start = () =>
    download.mutate(async () => {
      const shown = save ? await save() : document;
      return shown && { id: shown.id, title: documentTitle(shown) };
    });
  return (
    <Button variant="secondary" size="sm" busy={download.isPending} onClick={start}>
      <Download aria-hidden size={16} />
      PDF
    </Button>
  );
}
