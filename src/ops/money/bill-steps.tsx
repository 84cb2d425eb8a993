import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { makeCreditNote, makeDocument, reviseQuote } from '#data/documents/documents.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import type { Ledger, MissingCredit } from '#domain/money/ledger.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { DocumentPageLink } from '../documents/document-link.tsx';
import { useDocumentAction } from '../documents/use-document-action.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { SettleDeposit } from './settle-deposit.tsx';

/**
 * Steps that are left until the documents of an order say its cost: the invoice of the difference, credit notes, the
 * deposit, the quote's revision. Nothing for a cancelled order, which has its own steps.
 */
export function BillSteps({ ledger }: { ledger: Ledger }) {
  const { order, basis, due, deposit, to_bill: toBill, credits, quoted } = ledger;
  const [isSettling, setSettling] = useState(false);
  if (order.status === 'cancelled') return null;
  const misses = basis === 'invoice' && toBill > 0;
  const canSettle = deposit.held > 0 && due > 0 && basis !== 'none';
  if (!misses && !canSettle && credits.length === 0 && quoted === null) return null;
  return (
    <div className="space-y-3">
      {quoted && <ReviseQuote quoted={quoted} />}
      <div className="flex flex-wrap items-center gap-2">
        {misses && <InvoiceButton ledger={ledger} />}
        {credits.map((credit) => (
          <CreditButton key={credit.invoice} credit={credit} isOnly={credits.length === 1} />
        ))}
        {credits.length > 0 && due < 0 && (
          <p className="text-sm text-ink-quiet">Then record the refund.</p>
        )}
        {canSettle && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isSettling}
            onClick={() => setSettling(!isSettling)}
          >
            Take it from the deposit
          </Button>
        )}
      </div>
      {canSettle && isSettling && (
        <SettleDeposit ledger={ledger} onEnd={() => setSettling(false)} />
      )}
    </div>
  );
}

/** Opens a draft once it is made. */
function useOpenDraft() {
  const navigate = useNavigate();
  return ({ id }: DocumentRecord) => void navigate({ to: '/ops/documents/$id', params: { id } });
}

function InvoiceButton({ ledger: { order, to_bill: amount } }: { ledger: Ledger }) {
  const api = useStaffApi();
  const make = useDocumentAction({
    send: (call: { order: string }, key) => makeDocument(api, { kind: 'invoice', ...call, key }),
    onDone: useOpenDraft(),
    failure: 'The invoice was not made',
  });
  return (
    <Button size="sm" busy={make.isPending} onClick={() => make.mutate({ order: order.id })}>
      Invoice {formatTotal(amount)}
    </Button>
  );
}

function CreditButton({ credit, isOnly }: { credit: MissingCredit; isOnly: boolean }) {
  const api = useStaffApi();
  const { invoice, lines, number, total } = credit;
  const make = useDocumentAction({
    send: (call: { invoice: string; lines: MissingCredit['lines'] }, key) =>
      makeCreditNote(api, { ...call, reason: 'The order has changed', key }),
    onDone: useOpenDraft(),
    failure: 'No credit note was made',
  });
  return (
    <Button size="sm" busy={make.isPending} onClick={() => make.mutate({ invoice, lines })}>
      Credit {formatTotal(total)}
      {!isOnly && ` of ${number}`}
    </Button>
  );
}

function ReviseQuote({ quoted }: { quoted: NonNullable<Ledger['quoted']> }) {
  const api = useStaffApi();
  const revise = useDocumentAction({
    send: ({ id }: { id: string }, key) => reviseQuote(api, { id, key }),
    onDone: useOpenDraft(),
    failure: 'The quote was not revised',
  });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm bg-amber-pale px-3 py-2.5 text-sm"
    >
      <p className="min-w-0 grow">
        Quoted {formatTotal(quoted.total)} (
        <DocumentPageLink id={quoted.id}>{quoted.number}</DocumentPageLink>), the order has changed.
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={revise.isPending}
        onClick={() => revise.mutate({ id: quoted.id })}
      >
        Revise the quote
      </Button>
    </div>
  );
}
