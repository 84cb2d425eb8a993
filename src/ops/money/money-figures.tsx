import { useQuery } from '@tanstack/react-query';
import { cancellationQuery } from '#data/money/money.ts';
import { studioToday } from '#domain/days.ts';
import { cancelledText } from '#domain/money/cancellation.ts';
import { overdueDays } from '#domain/money/due-text.ts';
import { BASIS_TEXTS, type Ledger } from '#domain/money/ledger.ts';
import { dueOnInvoices, owedText } from '#domain/money/owed-text.ts';
import { classNames } from '#ui/class-names.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { FigureList } from './figure-list.tsx';

/** The due amount; of a cancelled order what its customer gets back by the policy, as its panel below says. */
function Headline({ ledger }: { ledger: Ledger }) {
  const { order, due } = ledger;
  const isCancelled = order.status === 'cancelled' && due < 0;
  const read = useQuery({
    ...cancellationQuery(useStaffApi(), order.id),
    enabled: isCancelled,
  });
  if (!isCancelled) return owedText(ledger, studioToday());
  return read.data ? cancelledText(read.data) : 'Cancelled';
}

/** Cost of an order, the billed and received parts of it, and the amount due. */
export function MoneyFigures({ ledger }: { ledger: Ledger }) {
  const today = studioToday();
  const isInvoiced = ledger.basis === 'invoice';
  const onInvoices = dueOnInvoices(ledger);
  const figures = [
    { label: `Value, ${BASIS_TEXTS[ledger.basis]}`, amount: ledger.value, isShown: true },
    { label: 'Billed, by its invoices', amount: ledger.billed, isShown: isInvoiced },
    { label: receivedLabel(ledger), amount: ledger.received, isShown: true },
    {
      label: 'Due on invoices',
      amount: onInvoices,
      isShown: isInvoiced && onInvoices > 0 && onInvoices !== ledger.due,
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
        <Headline ledger={ledger} />
      </p>
      <FigureList figures={figures.filter(({ isShown }) => isShown)} />
    </div>
  );
}

function receivedLabel({ rows, refunded }: Ledger): string {
  if (rows.length === 0) return 'Received: nothing yet';
  return refunded > 0 ? 'Received, less refunds' : 'Received';
}
