import { useNavigate } from '@tanstack/react-router';
import { orderFromQuote, reviseQuote } from '#data/documents/documents.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useUnpricedQuestion } from '../kit/pickers/unpriced-question.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { useDocumentAction } from './use-document-action.ts';

/** Actions on an issued quote: its next revision, and an order for an enquiry that has none. */
export function QuoteActions({ document }: { document: DocumentRecord }) {
  const api = useStaffApi();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const revise = useDocumentAction({
    send: ({ id }: { id: string }, key) => reviseQuote(api, { id, key }),
    onDone: ({ id }) => void navigate({ to: '/ops/documents/$id', params: { id } }),
    failure: 'The quote was not revised',
  });
  const order = useSingleMutation({
    mutationFn: () => {
      const call = { document: document.id };
      return orderFromQuote(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: (number) => {
      keys.forget();
      notify.success(`Order ${number} made`);
      void refetch();
      void navigate({ to: '/ops/crm', search: { tab: 'orders', open: number } });
    },
    onError: (error) => {
      const names = refusedItems(error)?.flatMap(({ id }) => nameOf(document, id));
      const reason = names?.length ? new Error(`Not free: ${names.join(', ')}.`) : error;
      notifyFailure('No order was made', reason);
    },
  });
  const unpriced = useUnpricedQuestion({
    title: 'Make the order without these prices?',
    leave: 'make no order',
    agree: 'make the order',
  });
  const { state, enquiry } = document;
  const canBeOrdered =
    document.order === null && enquiry !== null && enquiry.status !== 'converted';
  if (state !== 'issued') return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={revise.isPending}
        onClick={() => revise.mutate({ id: document.id })}
      >
        Revise
      </Button>
      {canBeOrdered && (
        <Button
          variant="secondary"
          size="sm"
          busy={order.isPending}
          onClick={() => unpriced.ask(pricedLines(document), () => order.mutate(undefined))}
        >
          {order.isPending ? 'Making the order...' : 'Make order'}
        </Button>
      )}
      {unpriced.dialog}
    </>
  );
}

const pricedLines = ({ lines }: DocumentRecord) =>
  lines.flatMap(({ position, text, unit_price: price }) =>
    price === null ? [] : [{ id: String(position), name: text, price }],
  );

const nameOf = ({ lines }: DocumentRecord, id: string): string[] => {
  const line = lines.find(({ item_id }) => item_id === id);
  return line ? [line.text] : [];
};
