import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cancellationQuery, recordPayment, type NewPayment } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import {
  cancellationStep,
  policyText,
  refundNote,
  type CancellationProposal,
} from '#domain/money/cancellation.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS } from '#domain/money/payment.ts';
import { formatTotal, offeredRupees } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { DocumentPageLink } from '../documents/document-link.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { FigureList } from './figure-list.tsx';
import { lastMethod, leftOnReceipts, type OpenPayment } from './new-payment.ts';
import { useCancellationInvoice } from './use-cancellation-invoice.ts';
import { useMoneyAction } from './use-money-action.ts';

export interface CancellationPanelProps {
  ledger: Ledger;
  onOpen: OpenPayment;
}

/**
 * The refund by the studio's policy: of a cancelled order with its next steps, of a confirmed one on
 * request. Nothing while no money was received.
 */
export function CancellationPanel({ ledger, onOpen }: CancellationPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { status } = ledger.order;
  const hasMoney = ledger.rows.length > 0 || ledger.billed > 0;
  if (status === 'cancelled' && hasMoney) return <Proposal ledger={ledger} onOpen={onOpen} />;
  if (status !== 'confirmed' || ledger.received <= 0) return null;
  return (
    <div className="space-y-2">
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3.5"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the refund' : 'Refund if cancelled now'}
      </Button>
      {isOpen && <Proposal ledger={ledger} />}
    </div>
  );
}

function Proposal({ ledger, onOpen }: { ledger: Ledger; onOpen?: OpenPayment }) {
  const read = useQuery(cancellationQuery(useStaffApi(), ledger.order.id));
  const proposal = read.data;
  const panel = useRef<HTMLElement>(null);
  const isCancelled = ledger.order.status === 'cancelled';
  if (!proposal) {
    return read.isError ? (
      <ReadFailure level={3} title="The refund could not be loaded" read={read} />
    ) : (
      <LoadingSkeleton blocks={['h-32 w-full']} />
    );
  }
  const figures = [
    { label: 'To refund', amount: proposal.refund },
    { label: 'The studio retains', amount: proposal.retained },
    ...(proposal.deposit.held > 0
      ? [{ label: 'Deposit to return', amount: proposal.deposit.held }]
      : []),
  ];
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Cancellation"
      className="rounded-md border border-rule px-4 pt-3 pb-4"
    >
      <h3 className="text-sm font-semibold">
        {isCancelled ? 'Cancelled' : 'If this order is cancelled now'}
      </h3>
      <p className="mt-1 text-sm text-ink-quiet">{policyText(proposal)}</p>
      <FigureList figures={figures} />
      {isCancelled && (
        <Steps
          ledger={ledger}
          proposal={proposal}
          onOpen={onOpen}
          onRefund={() => panel.current?.focus()}
        />
      )}
    </section>
  );
}

interface StepsProps {
  ledger: Ledger;
  proposal: CancellationProposal;
  onOpen: OpenPayment;
  /** The refund was recorded: its buttons disappear. */
  onRefund: () => void;
}

/** The remaining steps of a cancellation. */
function Steps({ ledger, proposal, onOpen, onRefund }: StepsProps) {
  const { refund, deposit, credit, invoice } = proposal;
  const step = cancellationStep(proposal, ledger.billed);
  const makeInvoice = useCancellationInvoice(ledger.order);
  if (refund <= 0 && deposit.held <= 0 && step === null) {
    return <p className="mt-2 text-sm text-green">Settled by the policy.</p>;
  }
  return (
    <div className="mt-3 space-y-3">
      {refund > 0 && <RefundButtons {...{ ledger, proposal, onOpen, onRefund }} />}
      {deposit.held > 0 && onOpen && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onOpen({ choice: 'deposit_returned' })}
        >
          Return the deposit
        </Button>
      )}
      {step === 'credit' && (
        <p className="text-sm">
          More is billed than the studio retains. Issue a credit note of{' '}
          {credit.map(({ id, number, rest }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <DocumentPageLink id={id}>{number}</DocumentPageLink> ({formatTotal(rest)})
            </span>
          ))}
          .
        </p>
      )}
      {step === 'invoice' && invoice && (
        <Button
          variant="secondary"
          size="sm"
          busy={makeInvoice.isPending}
          onClick={() => makeInvoice.mutate(invoice.lines)}
        >
          Make the invoice of {formatTotal(invoice.total)}
        </Button>
      )}
    </div>
  );
}

/** Records the refund with its voucher in one press, or opens the form with it. */
function RefundButtons({ ledger, proposal, onOpen, onRefund }: StepsProps) {
  const api = useStaffApi();
  const { refund } = proposal;
  const method = lastMethod(ledger);
  const voucher = leftOnReceipts(ledger) >= refund;
  const note = refundNote(proposal);
  const record = useMoneyAction({
    send: (payment: NewPayment, key) =>
      recordPayment(api, { order: ledger.order.id, ...payment, key }),
    keys: useIdempotencyKey(),
    success: 'Refund recorded',
    onDone: onRefund,
    onError: (error) => notifyFailure('The refund was not recorded', error),
  });
  const payment = { method, reference: '', day: studioToday(), note, voucher };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={record.isPending}
          onClick={() =>
            record.mutate({ account: 'rental', kind: 'refunded', amount: refund, ...payment })
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
              onOpen({ choice: 'refunded', amount: offeredRupees(refund), ...payment })
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
