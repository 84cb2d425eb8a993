import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cancellationQuery } from '#data/money/money.ts';
import { cancelledText, policyText } from '#domain/money/cancellation.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import { Button } from '#ui/button.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CancellationSteps } from './cancellation-steps.tsx';
import { FigureList } from './figure-list.tsx';
import type { OpenPayment } from './new-payment.ts';

export interface CancellationPanelProps {
  ledger: Ledger;
  onOpen: OpenPayment;
}

/** Whether a cancelled order has money or invoices to settle. */
export const isToSettle = ({ order, rows, billed }: Ledger): boolean =>
  order.status === 'cancelled' && (rows.length > 0 || billed > 0);

/**
 * The refund by the studio's policy: of a cancelled order with its steps, of a confirmed one on request. Nothing while no
 * money was received.
 */
export function CancellationPanel({ ledger, onOpen }: CancellationPanelProps) {
  const [isOpen, setOpen] = useState(false);
  if (isToSettle(ledger)) return <Proposal ledger={ledger} onOpen={onOpen} />;
  if (ledger.order.status !== 'confirmed' || ledger.received <= 0) return null;
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
  const { refund, retained, deposit } = proposal;
  const figures = [
    { label: 'To refund', amount: refund },
    ...(deposit.held > 0 ? [{ label: 'Deposit to return', amount: deposit.held }] : []),
    { label: 'The studio retains', amount: retained },
  ];
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Cancellation"
      className="rounded-md border border-rule px-4 pt-3 pb-4"
    >
      <h3 className="text-sm font-semibold">
        {isCancelled ? 'Cancelled' : `If this order is cancelled now: ${cancelledText(proposal)}`}
      </h3>
      <p className="mt-1 text-sm text-ink-quiet">{policyText(proposal)}</p>
      <FigureList figures={figures} />
      {isCancelled && (
        <CancellationSteps
          ledger={ledger}
          proposal={proposal}
          onOpen={onOpen}
          onStep={() => panel.current?.focus()}
        />
      )}
    </section>
  );
}
