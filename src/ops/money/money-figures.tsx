import { studioToday } from '#domain/dates.ts';
import { dueAmountText, overdueDays } from '#domain/money/due-text.ts';
import { BASIS_TEXTS, type Ledger } from '#domain/money/ledger.ts';
import { formatTotal } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';

/** The price of an order, the money received and the amount due. */
export function MoneyFigures({ ledger }: { ledger: Ledger }) {
  const today = studioToday();
  const figures = [
    { label: `Billed, ${BASIS_TEXTS[ledger.basis]}`, amount: ledger.billed, isShown: true },
    {
      label: ledger.refunded > 0 ? 'Received, less refunds' : 'Received',
      amount: ledger.received,
      isShown: true,
    },
    { label: 'Refunded', amount: ledger.refunded, isShown: ledger.refunded > 0 },
    { label: 'TDS deducted', amount: ledger.tds, isShown: ledger.tds > 0 },
    { label: 'Written off', amount: ledger.written_off, isShown: ledger.written_off > 0 },
    { label: 'Deposit held', amount: ledger.deposit.held, isShown: ledger.deposit.held > 0 },
  ];
  return (
    <div>
      <p
        className={classNames(
          'text-lg font-semibold tabular-nums',
          overdueDays(ledger, today) > 0 && 'text-red',
        )}
      >
        {dueAmountText(ledger, today)}
      </p>
      <dl className="mt-2 max-w-md text-sm">
        {figures
          .filter(({ isShown }) => isShown)
          .map(({ label, amount }) => (
            <div
              key={label}
              className="flex justify-between gap-4 border-b border-rule py-1.5 last:border-0"
            >
              <dt className="text-ink-quiet">{label}</dt>
              <dd className="tabular-nums">{formatTotal(amount)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
