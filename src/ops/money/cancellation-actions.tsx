import { useState } from 'react';
import { recordPayment, type NewPayment } from '#data/money/money.ts';
import {
  refundNote,
  type CancellationProposal,
  type CancellationStep,
} from '#domain/money/cancellation.ts';
import { studioToday } from '#domain/days.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS } from '#domain/money/payment.ts';
import { formatTotal, offeredRupees } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DocumentPageLink } from '../documents/document-link.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { lastMethod, leftOnReceipts, type OpenPayment } from './new-payment.ts';
import { useCancellationDocument, type CancellationDocument } from './use-cancellation-document.ts';
import { useMoneyAction } from './use-money-action.ts';

export interface CancellationStepsProps {
  ledger: Ledger;
  proposal: CancellationProposal;
  onOpen: OpenPayment;
  /** A step was done: its buttons disappear. */
  onStep: () => void;
}

/** The buttons that do a step. */
export function CancellationStepActions({
  kind,
  ...props
}: CancellationStepsProps & Pick<CancellationStep, 'kind'>) {
  const { onOpen } = props;
  switch (kind) {
    case 'credit':
      return <CreditActions {...props} />;
    case 'retained':
      return <InvoiceActions {...props} />;
    case 'refund':
      return <RefundActions {...props} />;
    case 'deposit':
      return (
        onOpen && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => onOpen({ choice: 'deposit_returned' })}
          >
            Return the deposit
          </Button>
        )
      );
  }
}

function CreditActions({ ledger, proposal, onStep }: CancellationStepsProps) {
  return (
    <ul className="space-y-2">
      {proposal.credit.map(({ id, number, rest }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <DocumentPageLink id={id}>{number}</DocumentPageLink>{' '}
            <span className="tabular-nums">({formatTotal(rest)})</span>
          </span>
          <IssueButtons
            ledger={ledger}
            wanted={{ kind: 'credit', invoice: id }}
            issue="Issue its credit note"
            draft="As a draft"
            title={`Credit ${number}?`}
            text={`The credit note takes back ${formatTotal(rest)}. It gets the next number and never changes.`}
            onStep={onStep}
          />
        </li>
      ))}
    </ul>
  );
}

function InvoiceActions({ ledger, proposal: { invoice }, onStep }: CancellationStepsProps) {
  if (invoice === null) return null;
  const total = formatTotal(invoice.total);
  return (
    <div className="flex flex-wrap gap-2">
      <IssueButtons
        ledger={ledger}
        wanted={{ kind: 'retained', lines: invoice.lines }}
        issue={`Issue the invoice of ${total}`}
        draft="As a draft"
        title={`Invoice ${total}?`}
        text={`The invoice for the cancellation of ${ledger.order.number} gets the next number and never changes.`}
        onStep={onStep}
      />
    </div>
  );
}

interface IssueButtonsProps {
  ledger: Ledger;
  wanted:
    | Omit<Extract<CancellationDocument, { kind: 'credit' }>, 'isIssued'>
    | Omit<Extract<CancellationDocument, { kind: 'retained' }>, 'isIssued'>;
  /** Labels of the buttons that issue it, after a question, and that open its draft. */
  issue: string;
  draft: string;
  /** The question. */
  title: string;
  text: string;
  onStep: () => void;
}

/** Issues a document after a question, or opens its draft. */
function IssueButtons({ ledger, wanted, issue, draft, title, text, onStep }: IssueButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const make = useCancellationDocument(ledger.order, onStep);
  const stop = () => setAsking(false);
  return (
    <>
      <Button size="sm" busy={make.isPending} onClick={() => setAsking(true)}>
        {issue}
      </Button>
      <Button
        variant="quiet"
        size="sm"
        disabled={make.isPending}
        onClick={() => make.mutate({ ...wanted, isIssued: false })}
      >
        {draft}
      </Button>
      <ConfirmDialog open={isAsking} title={title} text={text} onCancel={stop}>
        <Button
          onClick={() => {
            stop();
            make.mutate({ ...wanted, isIssued: true });
          }}
        >
          Issue it
        </Button>
        <Button variant="secondary" onClick={stop}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}

/** Records the refund with its voucher in one press, or opens the form with it. */
function RefundActions({ ledger, proposal, onOpen, onStep }: CancellationStepsProps) {
  const api = useStaffApi();
  const { refund, received } = proposal;
  const method = lastMethod(ledger);
  const voucher = leftOnReceipts(ledger) >= refund;
  const note = refundNote(proposal);
  const record = useMoneyAction({
    send: (payment: NewPayment, key) =>
      recordPayment(api, { order: ledger.order.id, ...payment, key }),
    keys: useIdempotencyKey(),
    success: 'Refund recorded',
    onDone: onStep,
    onError: (error) => notifyFailure('The refund was not recorded', error),
  });
  const payment = () => ({ method, reference: '', day: studioToday(), note, voucher });
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={record.isPending}
          onClick={() =>
            record.mutate({
              account: 'rental',
              kind: 'refunded',
              amount: refund,
              // why: another person may have refunded it a moment ago.
              expected: received,
              ...payment(),
            })
          }
        >
          {record.isPending ? 'Recording...' : `Record refund of ${formatTotal(refund)}`}
        </Button>
        {onOpen && (
          <Button
            variant="quiet"
            size="sm"
            disabled={record.isPending}
            onClick={() =>
              onOpen({ choice: 'refunded', amount: offeredRupees(refund), ...payment() })
            }
          >
            With other details
          </Button>
        )}
      </div>
      <p className="mt-1 text-xs text-ink-quiet">
        {PAYMENT_METHODS[method]}, today, {voucher ? 'with a refund voucher' : 'without a voucher'}.
      </p>
    </div>
  );
}
