import { Repeat2, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { periodText } from '#domain/availability/availability-text.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import { MOST_PIECES } from '#domain/crm/new-rental.ts';
import { rentalLineAmount } from '#domain/crm/lines-total.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { LineFigures } from '../rentals/line-figures.tsx';
import { RentalItem } from '../rentals/rental-item.tsx';
import { DaySheetButton } from './day-sheet-button.tsx';
import { EditProblemNotice } from './edit-problem.tsx';
import { LineDatesForm, PriceForm, SwapForm, TextForm } from './line-forms.tsx';
import { openerId, type Editor, type EditorForm } from './use-editor.ts';
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

type LineControlProps = Pick<LineRowProps, 'line' | 'editor'>;

const removerId = (line: string) => `remove-${line}`;

/** Swaps and removes a line. Once it is removed, the focus moves to the next line. */
function LineActions({ rental, line, edits, editor }: Omit<LineRowProps, 'now'>) {
  const name = itemName(line);
  const at = `${line.id}:remove`;
  const onRemoved = () => {
    editor.forget(line.id);
    if (document.activeElement?.id !== removerId(line.id)) return;
    const next = rental.items[rental.items.indexOf(line) + 1];
    document.getElementById(next ? removerId(next.id) : openerId('new_text'))?.focus();
  };
  return (
    <>
      {line.item_id !== null && line.rental_from !== null && (
        <Opener
          form="swap"
          line={line}
          editor={editor}
          values={{}}
          iconOnly
          aria-label={`Swap ${name}`}
          data-tooltip="Swap"
        >
          <Repeat2 aria-hidden size={16} />
        </Opener>
      )}
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        id={removerId(line.id)}
        busy={edits.isPending(at)}
        aria-label={`Remove ${name}`}
        data-tooltip="Remove"
        onClick={() =>
          edits.save({
            at,
            changes: [{ action: 'remove', line: line.id, expected: { quantity: line.quantity } }],
            done: `${name} removed`,
            onSaved: onRemoved,
          })
        }
      >
        <Trash2 aria-hidden size={16} />
      </Button>
    </>
  );
}

interface OpenerProps extends Omit<ComponentProps<typeof Button>, 'form' | 'value'> {
  form: EditorForm;
  line: EditableLine;
  editor: Editor;
  values: Readonly<Record<string, string>>;
}

/** A value that opens its form; pressed again, it closes it. */
function Opener({ form, line, editor, values, ...button }: OpenerProps) {
  const isOpen = editor.isOpen(form, line.id);
  return (
    <Button
      {...button}
      id={openerId(form, line.id)}
      variant="quiet"
      size="sm"
      aria-expanded={isOpen}
      className={classNames(
        'font-normal tabular-nums aria-expanded:bg-teal-pale',
        !button.iconOnly && 'px-2!',
        form === 'text' && 'h-auto! min-h-9 shrink! max-sm:min-h-11 pointer-coarse:min-h-11',
      )}
      onClick={() => (isOpen ? editor.close() : editor.open(form, values, line))}
    />
  );
}

/** The price of a line, beside the list price where it differs. */
function LinePrice({ line, editor }: LineControlProps) {
  const { price, list_price, price_reason, per_day } = line;
  return (
    <Opener
      form="price"
      line={line}
      editor={editor}
      values={{ price: String(price), reason: price_reason ?? '' }}
      title={price_reason ?? undefined}
    >
      <span>
        <span className="sr-only">Price of {itemName(line)}: </span>
        {list_price !== null && list_price !== price && (
          <s className="mr-1 text-ink-quiet">{formatPrice(list_price)}</s>
        )}
        {formatPrice(price)}
        <span className="text-xs text-ink-quiet">{per_day ? '/day' : ' once'}</span>
      </span>
    </Opener>
  );
}

/** The days of a line; with its own dates where they are not those of the whole. */
function LineDays({ rental, line, editor }: Pick<LineRowProps, 'rental' | 'line' | 'editor'>) {
  const { rental_from: from, rental_to: to } = line;
  if (from === null || to === null) return null;
  const isOwn = from !== rental.rental_from || to !== rental.rental_to;
  const days = line.rental_days === 1 ? '1 day' : `${line.rental_days} days`;
  return (
    <Opener form="dates" line={line} editor={editor} values={{ from, to }}>
      <span>
        <span className="sr-only">Dates of {itemName(line)}: </span>
        {isOwn ? `${periodText({ from, to })} · ${days}` : days}
      </span>
    </Opener>
  );
}

const CHARGES = { late: 'Late', damage: 'Damage', missing: 'Missing' };

/** A line without an item. */
function TextLine({ line, editor }: LineControlProps) {
  const name = itemName(line);
  return (
    <span className="flex min-h-9 flex-wrap items-center gap-2">
      <Opener
        form="text"
        line={line}
        editor={editor}
        values={{ description: line.description ?? '' }}
      >
        <span className="text-left wrap-anywhere whitespace-normal">
          <span className="sr-only">Text: </span>
          {name}
        </span>
      </Opener>
      {line.charge && <Badge tone="amber">{CHARGES[line.charge]}</Badge>}
    </span>
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
