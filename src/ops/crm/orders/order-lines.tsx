import { periodText } from '#domain/availability/availability-text.ts';
import { limitedDiscountText, orderTotal } from '#domain/crm/order-total.ts';
import type { OrderRecord } from '#domain/crm/rental.ts';
import { formatTotal } from '#domain/money.ts';
import { Said } from '#ui/said.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { useMinute, useRefetchAt } from '../../kit/use-minute.ts';
import { ADDED, AddLine } from './add-line.tsx';
import { DiscountRow } from './discount-row.tsx';
import { EditProblemNotice } from './edit-problem.tsx';
import { LINE_COLUMNS, OrderLineRow } from './order-line.tsx';
import type { Editor } from './use-editor.ts';
import { UnsavedForm } from './unsaved-form.tsx';
import { useOrderEdits, type OrderEdits } from './use-order-edits.ts';

const HEAD = 'border-b border-rule pb-1.5 text-xs font-medium text-ink-quiet';

export interface OrderLinesProps {
  order: OrderRecord;
  editor: Editor;
}

/**
 * The lines of an order that can be edited in place. Each edit is saved at once and can be undone from its
 * notice.
 */
export function OrderLines({ order, editor }: OrderLinesProps) {
  const now = useMinute();
  const edits = useOrderEdits(order);
  const holds = order.items.flatMap(({ availability }) => availability?.holds ?? []);
  useRefetchAt(holds.map((hold) => hold.expires_at));
  const { items, rental_from: from, rental_to: to } = order;
  return (
    <>
      <LostEdits order={order} edits={edits} editor={editor} />
      {items.length === 0 ? (
        <EmptyText>No items.</EmptyText>
      ) : (
        <div role="table" aria-label="Items" className="text-sm">
          <div role="rowgroup" className="max-xl:sr-only">
            <div role="row" className={`${HEAD} ${LINE_COLUMNS}`}>
              <span role="columnheader">Item</span>
              <span role="columnheader" className="text-center">
                Qty
              </span>
              <span role="columnheader" className="pr-2 text-right">
                Price
              </span>
              <span role="columnheader" className="pr-2 text-right">
                {from !== null && to !== null ? periodText({ from, to }) : 'Days'}
              </span>
              <span role="columnheader" className="text-right">
                Amount
              </span>
              <span role="columnheader">
                <span className="sr-only">Actions</span>
              </span>
            </div>
          </div>
          <div role="rowgroup">
            {items.map((line) => (
              <OrderLineRow
                key={line.id}
                order={order}
                line={line}
                now={now}
                edits={edits}
                editor={editor}
              />
            ))}
          </div>
        </div>
      )}
      <AddLine order={order} edits={edits} editor={editor} />
      <DiscountRow order={order} edits={edits} editor={editor} />
      <Money order={order} />
    </>
  );
}

/** The amounts of an order. */
function Money({ order }: { order: OrderRecord }) {
  const { lines, discount } = orderTotal(order.items, order);
  const { discount_percent: percent, discount_reason: reason } = order;
  const limited = limitedDiscountText(order.items, order);
  return (
    <>
      {limited && (
        <p className="mt-2 rounded-sm bg-amber-pale px-3 py-2 text-sm break-words">{limited}</p>
      )}
      <Said>{`New total ${formatTotal(order.total_price)} without GST`}</Said>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-rule-strong pt-2 text-sm tabular-nums">
        {discount > 0 && (
          <>
            <dt className="text-ink-quiet">All lines</dt>
            <dd className="text-right">{formatTotal(lines)}</dd>
            <dt className="text-ink-quiet">
              Discount{percent === null ? '' : ` ${percent} %`}
              {reason ? ` · ${reason}` : ''}
            </dt>
            <dd className="text-right">−{formatTotal(discount)}</dd>
          </>
        )}
        <dt className="text-base font-medium">Total excl. GST</dt>
        <dd className="text-right text-base font-medium">{formatTotal(order.total_price)}</dd>
      </dl>
    </>
  );
}

interface LostEditsProps extends OrderLinesProps {
  edits: OrderEdits;
}

/** Edits of lines that somebody removed meanwhile: the refused ones, and the open form. */
function LostEdits({ order, edits, editor }: LostEditsProps) {
  const lines = new Set(order.items.map(({ id }) => id));
  const { current } = editor;
  const isFormLost = current !== null && current.line !== null && !lines.has(current.line);
  const formAt = current && `${current.line}:${current.form}`;
  const lost = Object.keys(edits.problems).filter((at) => {
    const [line = '', field] = at.split(':');
    return field !== undefined && !at.startsWith(ADDED) && !lines.has(line) && at !== formAt;
  });
  return (
    <>
      {isFormLost && (
        <UnsavedForm
          editor={editor}
          reason={`${current.name} was removed from this order meanwhile.`}
        />
      )}
      {lost.map((at) => (
        <EditProblemNotice key={at} edits={edits} at={at} />
      ))}
    </>
  );
}
