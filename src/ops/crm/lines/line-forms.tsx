import { useState } from 'react';
import { DateField } from '#dates/date-field.tsx';
import { datesProblem, type SwapItem } from '#domain/crm/conversion-choices.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import { linesTotal } from '#domain/crm/lines-total.ts';
import { priceProblem, readPrice } from '#domain/crm/price-input.ts';
import { replacedValue } from '#domain/crm/record-change.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import { TextField } from '#ui/field.tsx';
import { SwapChoices } from './swap-choices.tsx';
import { useFirstDay } from '../../kit/forms/use-first-day.ts';
import { EditForm } from './edit-form.tsx';
import { useEditorForm, type Editor } from './use-editor.ts';
import type { RentalEdits } from './use-edits.ts';

export interface LineFormProps {
  rental: EditedRental;
  line: EditableLine;
  edits: RentalEdits;
  editor: Editor;
}

/** The total of an enquiry or order in which a line has other values. */
const totalWith = (
  rental: EditedRental,
  line: EditableLine,
  values: Partial<EditableLine>,
): string => {
  const lines = rental.items.map((one) => (one.id === line.id ? { ...one, ...values } : one));
  return `Total ${formatTotal(linesTotal(lines, rental).total)} excl. GST`;
};

/** Price of a line, with the reason for another price than the catalogue's. */
export function PriceForm({ rental, line, edits, editor }: LineFormProps) {
  const typed = editor.value('price');
  const reason = editor.value('reason').trim();
  const price = readPrice(typed);
  // why: a text line has no list price that another price would need a reason for.
  const isFree = (wanted: string) =>
    line.item_id === null || (line.list_price !== null && readPrice(wanted) === line.list_price);
  const { form, field } = useEditorForm(editor, ({ price: wanted = '', reason: why = '' }) => {
    const wrong = priceProblem(wanted);
    const isMissing = !wrong && !isFree(wanted) && why.trim() === '';
    return { price: wrong, reason: isMissing ? 'Give the reason for this price.' : '' };
  });
  const name = itemName(line);
  return (
    <EditForm
      label={`Price of ${name}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:price`}
      action="Save price"
      preview={price !== null && totalWith(rental, line, { price })}
      onSubmit={form.handleSubmit(() => {
        if (price === null) return;
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
      })}
    >
      <div className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextField
          {...field('price')}
          label={line.per_day ? 'Price per day (₹)' : 'Price (₹)'}
          inputMode="decimal"
          autoComplete="off"
          hint={line.list_price === null ? undefined : `List price ${formatPrice(line.list_price)}`}
        />
        <TextField
          {...field('reason')}
          label="Reason"
          maxLength={200}
          autoComplete="off"
          optional={isFree(typed)}
        />
      </div>
    </EditForm>
  );
}

/** Dates of one line. */
export function LineDatesForm({ rental, line, edits, editor }: LineFormProps) {
  const [from, to] = [editor.value('from'), editor.value('to')];
  const { form, field, change } = useEditorForm(editor, ({ from: first = '', to: last = '' }) => ({
    from: datesProblem(first, last),
  }));
  const firstDay = useFirstDay({ from, to }, (dates) => change({ ...dates }));
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
      preview={!datesProblem(from, to) && totalWith(rental, line, wanted)}
      onSubmit={form.handleSubmit(() =>
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
        }),
      )}
    >
      <div className="grid max-w-md grid-cols-2 gap-x-3 cramped:grid-cols-1">
        <DateField label="From" {...firstDay} error={field('from').error} />
        <DateField {...field('to')} label="To" min={from || undefined} />
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
  const description = editor.value('description').trim();
  const { form, field } = useEditorForm(editor, (typed) => ({
    description: descriptionProblem(typed['description']),
  }));
  return (
    <EditForm
      label={`Text of ${itemName(line)}`}
      edits={edits}
      editor={editor}
      at={`${line.id}:text`}
      action="Save text"
      onSubmit={form.handleSubmit(() =>
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
        }),
      )}
    >
      <TextField {...field('description')} label="Description" maxLength={200} autoComplete="off" />
    </EditForm>
  );
}

/** Why a text is no description of a line; '' for nothing. */
export const descriptionProblem = (typed = '') =>
  typed.trim() === '' ? 'Say what it is for.' : '';
