import { useRouteContext } from '@tanstack/react-router';
import { readDocumentPdf } from '#data/documents/documents.ts';
import { saveFile } from '#ui/save-file.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** A document whose PDF is downloaded. */
export interface PrintedDocument {
  id: string;
  /** The file's name follows it: 'Quote QT/26-27/0001'. */
  title: string;
}

/** Downloads the PDF of a document. It may have to be saved first; null where that was refused. */
export function usePdfDownload() {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  return useSingleMutation({
    mutationFn: async (prepare: () => Promise<PrintedDocument | null>) => {
      const document = await prepare();
      if (document === null) return;
      const file = await readDocumentPdf(api, backend, document.id);
      saveFile(file, `${document.title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.pdf`);
    },
    onError: (error) => notifyFailure('The PDF could not be read', error),
  });
}
