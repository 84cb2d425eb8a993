import { useState } from 'react';
import { datesProblem, type SwapItem } from '#domain/crm/conversion-choices.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import { orderTotal } from '#domain/crm/order-total.ts';
import { priceProblem, readPrice } from '#domain/crm/price-input.ts';
import { replacedValue } from '#domain/crm/order-change.ts';
import type { OrderLine, OrderRecord } from '#domain/crm/rental.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import { DateField, TextField } from '#ui/field.tsx';
import { SwapChoices } from '../enquiries/swap-choices.tsx';
import { EditForm } from './edit-form.tsx';
import type { Editor } from './use-editor.ts';
import type { OrderEdits } from './use-order-edits.ts';

/** Props of a line's forms. */
export interface LineFormProps {
  order: OrderRecord;
  line: OrderLine;
  edits: OrderEdits;
  editor: Editor;
}

/** The total of an order in which a line has other values. */
const totalWith = (order: OrderRecord, line: OrderLine, values: Partial<OrderLine>): string => {
  const lines = order.items.map((one) => (one.id === line.id ? { ...one, ...values } : one));
  return `Total ${formatTotal(orderTotal(lines, order).total)} excl. GST`;
};

/** Price of a line, with the reason for another price than the catalogue's. */
export function PriceForm({ order, line, edits, editor }: LineFormProps) {
  const [isTried, setTried] = useState(false);
  const typed = editor.value('price');
  const reason = editor.value('reason').trim();
  const price = readPrice(typed);
  // why: a text line has no list price that another price would need a reason for.
  const isFree = line.item_id === null || (price !== null && price === line.list_price);
  const wrong = priceProblem(typed);
  const reasonMissing = !isFree && reason === '' ? 'Give the reason for this price.' : '';
  const name = itemName(line);
  return (
    <EditForm
      label={`Price of ${name}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:price`}
      action="Save price"
      preview={price !== null && totalWith(order, line, { price })}
      onSubmit={() => {
        setTried(true);
        if (price === null || reasonMissing) return;
        edits.save({
          at: `${line.id}:price`,
          changes: [
            {
              action: 'price',
              line: line.id,
              price,
              reason: reason || null,
              expected: replacedValue(Number(editor.opened('price')), line.price, price),
            },
          ],
          done: `${name}: ${formatPrice(price)}${line.per_day ? '/day' : ''}`,
          onSaved: editor.close,
        });
      }}
    >
      <div className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextField
          label={line.per_day ? 'Price per day (₹)' : 'Price (₹)'}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={(isTried && wrong) || undefined}
          hint={line.list_price === null ? undefined : `List price ${formatPrice(line.list_price)}`}
          onChange={(event) => editor.setValue('price', event.target.value)}
        />
        <TextField
          label="Reason"
          maxLength={200}
          autoComplete="off"
          optional={isFree}
          value={editor.value('reason')}
          error={(isTried && !wrong && reasonMissing) || undefined}
          onChange={(event) => editor.setValue('reason', event.target.value)}
        />
      </div>
    </EditForm>
  );
}

/** Dates of one line. */
export function LineDatesForm({ order, line, edits, editor }: LineFormProps) {
  const [isTried, setTried] = useState(false);
  const [from, to] = [editor.value('from'), editor.value('to')];
  const wrong = datesProblem(from, to);
  const name = itemName(line);
  const { rental_from, rental_to } = line;
  const wanted = { rental_from: from, rental_to: to };
  const shown = { rental_from: editor.opened('from'), rental_to: editor.opened('to') };
  return (
    <EditForm
      label={`Dates of ${name}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:dates`}
      action="Save dates"
      preview={!wrong && totalWith(order, line, wanted)}
      onSubmit={() => {
        setTried(true);
        if (wrong) return;
        edits.save({
          at: `${line.id}:dates`,
          changes: [
            {
              action: 'dates',
              line: line.id,
              ...wanted,
              ...(rental_from !== null && rental_to !== null
                ? { expected: replacedValue(shown, { rental_from, rental_to }, wanted) }
                : {}),
            },
          ],
          done: `${name}: ${lengthText({ from, to })}`,
          onSaved: editor.close,
        });
      }}
    >
      <div className="grid max-w-md grid-cols-2 gap-x-3 cramped:grid-cols-1">
        <DateField
          label="From"
          value={from}
          error={(isTried && wrong) || undefined}
          onChange={(event) => editor.setValue('from', event.target.value)}
        />
        <DateField
          label="To"
          value={to}
          min={from || undefined}
          onChange={(event) => editor.setValue('to', event.target.value)}
        />
      </div>
    </EditForm>
  );
}

/** Another item for a line: similar ones that are free, or found by search. */
export function SwapForm({ line, edits, editor }: LineFormProps) {
  const [selected, setSelected] = useState<SwapItem | null>(null);
  const { item_type: kind, item_id: id, rental_from, rental_to, quantity } = line;
  const name = itemName(line);
  if (kind === null || id === null || rental_from === null || rental_to === null) return null;
  return (
    <EditForm
      label={`Swap ${name}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:swap`}
      action={selected ? `Swap for ${selected.name}` : 'Swap'}
      onSubmit={() => {
        if (selected === null) return;
        edits.save({
          at: `${line.id}:swap`,
          changes: [
            {
              action: 'swap',
              line: line.id,
              type: selected.kind,
              item: selected.id,
              expected: id,
            },
          ],
          done: `${name} swapped for ${selected.name}`,
          names: { [selected.id]: selected.name },
          onSaved: editor.close,
        });
      }}
    >
      <div className="mb-3 border-b border-rule text-sm">
        <SwapChoices
          question={{ kind, id, quantity, rental_from, rental_to }}
          itemName={name}
          group={`swap-${line.id}`}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
    </EditForm>
  );
}

/** Description of a text line. */
export function TextForm({ line, edits, editor }: LineFormProps) {
  const [isTried, setTried] = useState(false);
  const description = editor.value('description').trim();
  return (
    <EditForm
      label={`Text of ${itemName(line)}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:text`}
      action="Save text"
      onSubmit={() => {
        setTried(true);
        if (description === '') return;
        edits.save({
          at: `${line.id}:text`,
          changes: [
            {
              action: 'text',
              line: line.id,
              description,
              expected: replacedValue(
                editor.opened('description'),
                line.description ?? '',
                description,
              ),
            },
          ],
          done: `Text changed: ${description}`,
          onSaved: editor.close,
        });
      }}
    >
      <TextField
        label="Description"
        maxLength={200}
        autoComplete="off"
        value={editor.value('description')}
        error={isTried && description === '' ? 'Say what it is for.' : undefined}
        onChange={(event) => editor.setValue('description', event.target.value)}
      />
    </EditForm>
  );
}
