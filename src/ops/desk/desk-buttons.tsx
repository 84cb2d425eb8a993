import { Link } from '@tanstack/react-router';
import { DESK_LABELS } from '#domain/desk/desk-text.ts';
import { orderNumber } from '#domain/crm/rental.ts';
import type { DeskStep } from '#domain/desk/pick-list.ts';
import { buttonClass } from '#ui/button.tsx';

/** The steps that an order's status allows. */
const STEPS: Readonly<Record<string, readonly DeskStep[]>> = {
  confirmed: ['hand-over'],
  in_progress: ['hand-over', 'return'],
  returned: ['return'],
};

export interface DeskButtonsProps {
  order: { id: string; order_number: string | null; status: string; charges_due: boolean };
}

/** Links from an order to its hand-over and return, and to charges that wait for a decision. */
export function DeskButtons({ order }: DeskButtonsProps) {
  const steps = STEPS[order.status] ?? [];
  const links = steps.map((step) => ({ step, label: DESK_LABELS[step] }));
  if (order.charges_due) links.push({ step: 'return', label: 'Decide charges' });
  return links.map(({ step, label }) => (
    <Link
      key={label}
      to="/ops/today"
      search={{ order: orderNumber(order), desk: step }}
      preload={false}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      {label}
    </Link>
  ));
}
