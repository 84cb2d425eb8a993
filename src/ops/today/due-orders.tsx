import { Link } from '@tanstack/react-router';
import { lengthText } from '#domain/availability/availability-text.ts';
import { DESK_LABELS, lateText, progressText } from '#domain/desk/desk-text.ts';
import type { DeskStep } from '#domain/desk/pick-list.ts';
import { undoneFirst, type DueOrder, type TodaySearch } from '#domain/desk/today.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { CallLinks } from '../desk/call-links.tsx';
import { useRecordLinks } from '../kit/record-links.ts';
import { DueSection } from './due-section.tsx';

type OrderList = 'overdue' | 'going_out' | 'coming_back';

const LISTS: Record<OrderList, { title: string; step: DeskStep; done: string }> = {
  overdue: { title: 'Overdue', step: 'return', done: 'Back' },
  going_out: { title: 'Going out', step: 'hand-over', done: 'Handed over' },
  coming_back: { title: 'Coming back', step: 'return', done: 'Back' },
};

export interface DueOrdersProps {
  list: OrderList;
  orders: readonly DueOrder[];
  total: number;
  /** The first order that still needs somebody is the next thing to do on the page. */
  isNext: boolean;
  search: TodaySearch;
}

/** Orders to hand over or to take back, each with its next step in one press. */
export function DueOrders({ list, orders, total, isNext, search }: DueOrdersProps) {
  const { title, step, done } = LISTS[list];
  const links = useRecordLinks();
  const isDone = (order: DueOrder) => isOver(order, step);
  return (
    <DueSection title={title} total={total} shown={orders.length} isLate={list === 'overdue'}>
      {undoneFirst(orders, isDone).map((order, at) => (
        <li
          key={order.id}
          aria-label={order.order_number}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 print:break-inside-avoid print:flex-nowrap print:py-1.5"
        >
          <div className="min-w-0 grow basis-52">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              <Link
                {...links.order(order.order_number)}
                preload={false}
                className="min-w-0 py-1 break-words hover:underline max-sm:-my-1.5 max-sm:py-2.5"
              >
                {order.customer.name ?? 'Unknown Customer'}
              </Link>
              {order.late_days > 0 && <Badge tone="red">{lateText(order.late_days)}</Badge>}
            </p>
            <p className="text-sm text-ink-quiet tabular-nums">
              {order.order_number} · {lengthText({ from: order.rental_from, to: order.rental_to })}{' '}
              · {piecesText(order)}
            </p>
          </div>
          <div className="flex items-center gap-2 max-sm:w-full">
            {isDone(order) ? (
              <Link
                to="/ops/today"
                search={{ ...search, order: order.order_number }}
                preload={false}
                aria-label={`${isNotOut(order) ? 'Not out yet' : done}: ${order.order_number}`}
                className={`${buttonClass({ variant: 'quiet' })} min-h-12 max-sm:grow print:hidden`}
              >
                {isNotOut(order) ? 'Not out yet' : done}
              </Link>
            ) : (
              <Link
                to="/ops/today"
                search={{ ...search, order: order.order_number, desk: step }}
                preload={false}
                aria-label={`${DESK_LABELS[step]} ${order.order_number}`}
                className={`${buttonClass({ variant: isNext && at === 0 ? 'primary' : 'secondary' })} min-h-12 max-sm:grow print:hidden`}
              >
                {DESK_LABELS[step]}
              </Link>
            )}
            <CallLinks customer={order.customer} />
          </div>
        </li>
      ))}
    </DueSection>
  );
}

/** Whether no piece of an order is left for a step. */
function isOver({ out, back, missing, pieces }: DueOrder, step: DeskStep): boolean {
  return step === 'return' ? out === 0 : out + back + missing >= pieces;
}

const isNotOut = ({ out, back, missing }: DueOrder) => out + back + missing === 0;

/** The first of the lists with an order that still needs somebody; null for none. */
export function nextList(due: Readonly<Record<OrderList, readonly DueOrder[]>>): OrderList | null {
  const lists = ['overdue', 'going_out', 'coming_back'] as const;
  return lists.find((list) => due[list].some((order) => !isOver(order, LISTS[list].step))) ?? null;
}

const piecesText = ({ pieces: quantity, out, back, missing }: DueOrder) =>
  progressText({ quantity, out, back, missing }).replace(/^A/, 'a');
