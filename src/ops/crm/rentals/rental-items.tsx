import type { OrderLine, RecordLine, RentalLine } from '#domain/crm/rental-line.ts';
import { rentalLineAmount } from '#domain/crm/lines-total.ts';
import { lineAmount } from '#domain/line-amount.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { EmptyText } from '../../kit/empty-text.tsx';
import { LineFigures } from './line-figures.tsx';
import { RentalItem } from './rental-item.tsx';
import { useMinute, useRefetchAt } from '../../kit/use-minute.ts';

const head = 'h-8 border-b border-rule text-xs font-medium text-ink-quiet';
const number = 'pl-3 text-right tabular-nums whitespace-nowrap';

const amountOf = (line: RentalLine | OrderLine): number =>
  'per_day' in line
    ? rentalLineAmount(line)
    : lineAmount(line.price, line.quantity, line.rental_days);

export interface RentalItemsProps {
  items: readonly (RentalLine | RecordLine | OrderLine)[];
  /** Rupees without GST. */
  total: number;
  /** Rupees that the total is less than the lines. */
  discount?: number;
}

/**
 * The line items at the prices of the day the enquiry was sent, with what is free of each on its days.
 */
export function RentalItems({ items, total, discount = 0 }: RentalItemsProps) {
  const now = useMinute();
  const holds = items.flatMap((item) =>
    'availability' in item ? (item.availability?.holds ?? []) : [],
  );
  useRefetchAt(holds.map((hold) => hold.expires_at));
  if (items.length === 0) return <EmptyText>No items.</EmptyText>;
  return (
    <table aria-label="Items" className="w-full text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-left`}>
            Item
          </th>
          <th scope="col" className={`${head} ${number}`}>
            Qty
          </th>
          <th scope="col" className={`${head} ${number} max-sm:hidden`}>
            Price/day
          </th>
          <th scope="col" className={`${head} ${number} max-sm:hidden`}>
            Days
          </th>
          <th scope="col" className={`${head} ${number}`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className="h-9 border-b border-rule">
            <td className="py-1.5">
              <RentalItem line={item} />
              {'availability' in item && <LineFigures line={item} now={now} />}
            </td>
            <td className={number}>{item.quantity}</td>
            <td className={`${number} max-sm:hidden`}>{formatPrice(item.price)}</td>
            <td className={`${number} max-sm:hidden`}>{item.rental_days}</td>
            <td className={number}>{formatTotal(amountOf(item))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {discount > 0 && (
          <tr className="h-8 text-ink-quiet">
            <th scope="row" colSpan={2} className="text-left font-normal">
              Discount
            </th>
            <td colSpan={3} className={number}>
              −{formatTotal(discount)}
            </td>
          </tr>
        )}
        <tr className="h-10 font-medium">
          <th scope="row" colSpan={2} className="text-left font-medium">
            Total excl. GST
          </th>
          <td colSpan={3} className={number}>
            {formatTotal(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
