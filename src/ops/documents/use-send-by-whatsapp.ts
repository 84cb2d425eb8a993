import { makeDocumentLink } from '#data/documents/documents.ts';
import { useSite } from '#data/settings/use-site.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { documentTitle } from '#domain/documents/document-text.ts';
import { documentMessage } from '#domain/messages/record-texts.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { documentPath } from './document-path.ts';

/** An issued document, and the tab that was opened for it. */
interface SentByWhatsApp {
  document: DocumentRecord;
  tab: Window | null;
}

/** An empty tab, opened while a button is pressed. why so early: later the browser would block it. */
export function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return tab;
}

/** Leads a tab to WhatsApp, with a message to the customer that has a new link to an issued document. */
export function useSendByWhatsApp() {
  const api = useStaffApi();
  const { studio } = useSite();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  return useSingleMutation({
    mutationFn: ({ document }: SentByWhatsApp) => {
      const call = { document: document.id, preview: false };
      return makeDocumentLink(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: ({ secret }, { document, tab }) => {
      keys.forget();
      const link = new URL(documentPath(document.kind, secret), window.location.origin).href;
      const chat = whatsAppLink(
        document.customer.mobile ?? '',
        documentMessage(studio.name, document, link),
      );
      if (tab) tab.location.href = chat;
      notify.success(`${documentTitle(document)} issued`, {
        ...(!tab && { action: { label: 'Open WhatsApp', onClick: () => window.open(chat) } }),
      });
      void refetch();
    },
    onError: (error, { document, tab }) => {
      tab?.close();
      notifyFailure(`${documentTitle(document)} is issued, but its link was not made`, error);
      void refetch();
    },
  });
}
