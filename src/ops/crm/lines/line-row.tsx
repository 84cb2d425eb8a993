import type { ReactNode } from 'react';
import { itemName } from '#domain/crm/crm-text.ts';
import { MOST_PIECES } from '#domain/crm/new-rental.ts';
import { rentalLineAmount } from '#domain/crm/lines-total.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { formatTotal } from '#domain/money.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { LineFigures } from '../rentals/line-figures.tsx';
import { RentalItem } from '../rentals/rental-item.tsx';
import { DaySheetButton } from './day-sheet-button.tsx';
import { EditProblemNotice } from './edit-problem.tsx';
import { LineActions, LineDays, LinePrice, TextLine } from './line-controls.tsx';
import { LineDatesForm, PriceForm, SwapForm, TextForm } from './line-forms.tsx';
import type { Editor } from './use-editor.ts';
import type { RentalEdits } from './use-edits.ts';
import { useTypedQuantity } from './use-typed-quantity.ts';

export interface LineRowProps {
  rental: EditedRental;
  line: EditableLine;
  now: Date;
  edits: RentalEdits;
  editor: Editor;
}

/** The columns of a wide drawer: item, quantity, price, days, amount, actions. */
export const LINE_COLUMNS =
  'xl:grid xl:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_9.5rem_7.5rem_5rem] xl:gap-x-2';

/**
 * A line of an enquiry or order with its controls: quantity, price, dates, another item, removing it. In a narrow drawer
 * the controls wrap below the item.
 */
export function LineRow({ rental, line, now, edits, editor }: LineRowProps) {
  const quantity = useTypedQuantity(line, edits);
  const name = itemName(line);
  const removal = `${line.id}:remove`;
  const form = { rental, line, edits, editor };
  return (
    <div
      role="row"
      className={`flex flex-wrap items-center gap-x-1 border-b border-rule py-2 ${LINE_COLUMNS}`}
    >
      <div role="cell" className="min-w-0 basis-full">
        {line.item_id === null ? (
          <TextLine line={line} editor={editor} />
        ) : (
          <RentalItem line={line} />
        )}
        <MovedPieces line={line} />
        <DaySheetButton line={line} />
        {line.item_id !== null && line.name === null && (
          <p className="text-xs text-red sm:pl-15">
            The item was deleted. Swap it, or remove the line.
          </p>
        )}
        <LineFigures line={line} now={now} />
      </div>
      <div
        role="cell"
        aria-busy={edits.isPending(quantity.at) || undefined}
        className="mt-1 xl:mt-0"
      >
        <QuantityStepper
          read={readQuantity}
          label={name}
          value={quantity.shown}
          min={1}
          max={MOST_PIECES}
          onChange={quantity.type}
        />
      </div>
      <div role="cell" className="xl:text-right">
        <LinePrice line={line} editor={editor} />
      </div>
      <div role="cell" className="xl:text-right">
        <LineDays rental={rental} line={line} editor={editor} />
      </div>
      <div role="cell" className="ml-auto text-right tabular-nums max-xl:order-last">
        {formatTotal(rentalLineAmount({ ...line, quantity: quantity.shown }))}
      </div>
      <div role="cell" className="text-right whitespace-nowrap">
        <LineActions rental={rental} line={line} edits={edits} editor={editor} />
      </div>
      <div role="cell" className="col-span-full basis-full empty:hidden max-xl:order-last">
        <EditProblemNotice edits={edits} at={quantity.at} onGiveUp={quantity.reset} />
        <EditProblemNotice edits={edits} at={removal} />
        {editor.isOpen('price', line.id) && <PriceForm {...form} />}
        {editor.isOpen('dates', line.id) && <LineDatesForm {...form} />}
        {editor.isOpen('swap', line.id) && <SwapForm {...form} />}
        {editor.isOpen('text', line.id) && <TextForm {...form} />}
      </div>
    </div>
  );
}

/** Pieces of a line that are with the customer, back or missing; nothing before the hand-over. */
function MovedPieces({ line }: { line: EditableLine }): ReactNode {
  const { out, back, missing, quantity } = line;
  const texts = [
    out ? `${out} of ${quantity} out` : '',
    back ? `${back} back` : '',
    missing ? `${missing} missing` : '',
  ];
  if (texts.every((text) => text === '')) return null;
  return (
    <p className="text-xs text-ink-quiet tabular-nums sm:pl-15">
      {texts.filter(Boolean).join(' · ')}
    </p>
  );
}
