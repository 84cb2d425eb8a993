import { Link } from '@tanstack/react-router';
import { dayText } from '#domain/availability/availability-text.ts';
import type { OrderToCharge } from '#domain/desk/today.ts';
import { DueSection } from './due-section.tsx';

export interface DueChargesProps {
  orders: readonly OrderToCharge[];
  total: number;
}

/** Orders of which something was taken back late, damaged or not at all, without a decision about charges. */
export function DueCharges({ orders, total }: DueChargesProps) {
  return (
    <DueSection title="Charges to decide" total={total} shown={orders.length}>
      {orders.map(({ id, order_number: number, customer, day }) => (
        <li key={id} className="py-2 print:break-inside-avoid print:py-1">
          <Link
            to="/ops/today"
            search={{ order: number, desk: 'return' }}
            preload={false}
            className="group block min-h-12 py-1"
          >
            <span className="block font-medium break-words group-hover:underline">
              {customer.name ?? 'Unknown Customer'}
            </span>
            <span className="block text-sm text-ink-quiet tabular-nums">
              {number} · taken back {dayText(day)}
            </span>
          </Link>
        </li>
      ))}
    </DueSection>
  );
}
