import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { ledgerQuery } from '#data/money/money.ts';
import type { Ledger } from '#domain/money/ledger.ts';
import type { TypedPayment } from '#domain/money/payment-input.ts';
import { Button } from '#ui/button.tsx';
import { useStoredIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useDraft } from '../kit/drafts.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { BillSteps } from './bill-steps.tsx';
import { CancellationPanel, isToSettle } from './cancellation-panel.tsx';
import { ClaimRows } from './claim-rows.tsx';
import { LedgerRows } from './ledger-rows.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { newPayment } from './new-payment.ts';
import { PaymentForm } from './payment-form.tsx';

/** The money of an order: what is due, what customers say they paid, every entry, and a form for the next. */
export function OrderMoney({ order }: { order: string }) {
  const read = useQuery(ledgerQuery(useStaffApi(), order));
  if (!read.data) {
    return read.isError ? (
      <ReadFailure level={3} title="The money could not be loaded" read={read} />
    ) : (
      <LoadingSkeleton
        blocks={['h-40 w-full max-w-xl', 'h-9 w-40', 'h-12 w-full', 'h-12 w-full']}
      />
    );
  }
  return (
    <>
      {read.isError && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      <LedgerPanel key={order} ledger={read.data} />
    </>
  );
}

function LedgerPanel({ ledger }: { ledger: Ledger }) {
  const name = `payment:${ledger.order.id}`;
  const [typed, saveTyped] = useDraft<TypedPayment>(name);
  const keys = useStoredIdempotencyKey(name);
  // why: a form that was left open must not take the focus from the tab.
  const [isOpened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const open = (next: Partial<TypedPayment>) => {
    setOpened(true);
    saveTyped({ ...newPayment(next.choice ?? 'received', ledger), ...next });
  };
  const close = () => {
    keys.forget();
    saveTyped(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const openOther = typed ? undefined : open;
  return (
    <div className="max-w-3xl space-y-6">
      <MoneyFigures ledger={ledger} />
      {isToSettle(ledger) && <CancellationPanel ledger={ledger} onOpen={openOther} />}
      <BillSteps ledger={ledger} />
      <ClaimRows ledger={ledger} onOpen={openOther} />
      {typed ? (
        <PaymentForm
          ledger={ledger}
          typed={typed}
          keys={keys}
          takesFocus={isOpened}
          onType={saveTyped}
          onEnd={close}
        />
      ) : (
        <Button ref={opener} variant="secondary" size="sm" onClick={() => open({})}>
          <Plus aria-hidden size={16} />
          Record payment
        </Button>
      )}
      <LedgerRows rows={ledger.rows} />
      {!isToSettle(ledger) && <CancellationPanel ledger={ledger} onOpen={openOther} />}
    </div>
  );
}
