import { periodText } from '#domain/availability/availability-text.ts';
import { limitedDiscountText, linesTotal } from '#domain/crm/lines-total.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import { formatTotal } from '#domain/money.ts';
import { Said } from '#ui/said.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { useMinute, useRefetchAt } from '../../kit/use-minute.ts';
import { ADDED, AddLine } from './add-line.tsx';
import { DiscountRow } from './discount-row.tsx';
import { EditProblemNotice } from './edit-problem.tsx';
import { LINE_COLUMNS, LineRow } from './line-row.tsx';
import type { Editor } from './use-editor.ts';
import { UnsavedForm } from './unsaved-form.tsx';
import { useRentalEdits, type RentalEdits } from './use-edits.ts';

const HEAD = 'border-b border-rule pb-1.5 text-xs font-medium text-ink-quiet';

export interface LineTableProps {
  rental: EditedRental;
  editor: Editor;
}

/**
 * The lines of an enquiry or order, edited in place. Each edit is saved at once and can be undone from its
 * notice.
 */
export function LineTable({ rental, editor }: LineTableProps) {
  const now = useMinute();
  const edits = useRentalEdits(rental);
  const holds = rental.items.flatMap(({ availability }) => availability?.holds ?? []);
  useRefetchAt(holds.map((hold) => hold.expires_at));
  const { items, rental_from: from, rental_to: to } = rental;
  return (
    <>
      <LostEdits rental={rental} edits={edits} editor={editor} />
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
              <LineRow
                key={line.id}
                rental={rental}
                line={line}
                now={now}
                edits={edits}
                editor={editor}
              />
            ))}
          </div>
        </div>
      )}
      <AddLine rental={rental} edits={edits} editor={editor} />
      {rental.noun === 'order' && <DiscountRow rental={rental} edits={edits} editor={editor} />}
      <Money rental={rental} />
    </>
  );
}

/** The amounts of an enquiry or order. */
function Money({ rental }: { rental: EditedRental }) {
  const { lines, discount } = linesTotal(rental.items, rental);
  const { discount_percent: percent, discount_reason: reason } = rental;
  const limited = limitedDiscountText(rental.items, rental);
  return (
    <>
      {limited && (
        <p className="mt-2 rounded-sm bg-amber-pale px-3 py-2 text-sm break-words">{limited}</p>
      )}
      <Said>{`New total ${formatTotal(rental.total_price)} without GST`}</Said>
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
        <dd className="text-right text-base font-medium">{formatTotal(rental.total_price)}</dd>
      </dl>
    </>
  );
}

interface LostEditsProps extends LineTableProps {
  edits: RentalEdits;
}

/** Edits of lines that somebody removed meanwhile: the refused ones, and the open form. */
function LostEdits({ rental, edits, editor }: LostEditsProps) {
  const lines = new Set(rental.items.map(({ id }) => id));
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
          reason={`${current.name} was removed from this ${rental.noun} meanwhile.`}
        />
      )}
      {lost.map((at) => (
        <EditProblemNotice key={at} edits={edits} at={at} />
      ))}
    </>
  );
}
