import { useQuery } from '@tanstack/react-query';
import { ledgerQuery } from '#data/money.ts';
import { LoadingSkeleton } from '../shell/loading-skeleton.tsx';
import { ReadFailure } from '../shell/read-failure.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { ClaimRows } from './claim-rows.tsx';
import { LedgerRows } from './ledger-rows.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { PaymentForm } from './payment-form.tsx';

/** The money of an order: what is due, what customers say they paid, every entry, and a form for the next. */
export function OrderMoney({ order }: { order: string }) {
  const read = useQuery(ledgerQuery(useStaffApi(), order));
  const ledger = read.data;
  if (!ledger) {
    return read.isError ? (
      <ReadFailure level={3} title="The money could not be loaded" read={read} />
    ) : (
      <LoadingSkeleton blocks={['h-16 w-full', 'h-12 w-full', 'h-12 w-full']} />
    );
  }
  return (
    <div className="space-y-6">
      <MoneyFigures ledger={ledger} />
      <ClaimRows claims={ledger.claims.filter(({ state }) => state === 'open')} />
      <PaymentForm key={order} ledger={ledger} />
      <LedgerRows rows={ledger.rows} />
    </div>
  );
}
