import { itemName } from '#domain/crm/crm-text.ts';
import { MOST_PIECES } from '#domain/crm/new-rental.ts';
import { priceProblem, readPrice } from '#domain/crm/price-input.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import { readQuantity } from '#domain/plain-number.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ItemPicker } from '../../kit/pickers/item-picker.tsx';
import { EditForm } from './edit-form.tsx';
import { EditProblemNotice } from './edit-problem.tsx';
import { descriptionProblem } from './line-forms.tsx';
import { openerId, useEditorForm, type Editor } from './use-editor.ts';
import type { RentalEdit, RentalEdits } from './use-edits.ts';

/** Fields of items that are added, one for each press or scan. */
export const ADDED = 'add:';
const TEXT_AT = 'new_text';

export interface AddLineProps {
  rental: EditedRental;
  edits: RentalEdits;
  editor: Editor;
}

/** Adds an item, found or scanned, or a text line to an enquiry or order. */
export function AddLine({ rental, edits, editor }: AddLineProps) {
  const { rental_from, rental_to } = rental;
  return (
    <div className="mt-3">
      <ItemPicker
        period={rental_from !== null && rental_to !== null ? { rental_from, rental_to } : null}
        asksUnpriced
        // why saveNext: a hand scanner is faster than the server, and each scan counts from the last answer.
        onAdd={(item) => {
          edits.saveNext(`${ADDED}${randomUuid()}`, (now) => additionOf(now, item));
          return '';
        }}
      />
      {Object.keys(edits.problems)
        .filter((at) => at.startsWith(ADDED))
        .map((at) => (
          <EditProblemNotice key={at} edits={edits} at={at} />
        ))}
      <TextLineForm rental={rental} edits={edits} editor={editor} />
    </div>
  );
}

/** The change that adds an item: one more piece where there is a line of it on the dates of the whole. */
function additionOf(rental: EditedRental, { type, id, name }: FoundItem): Omit<RentalEdit, 'at'> {
  const names = { [id]: name };
  const line = rental.items.find(
    (one) =>
      one.item_id === id &&
      one.rental_from === rental.rental_from &&
      one.rental_to === rental.rental_to &&
      one.quantity < MOST_PIECES,
  );
  if (!line) {
    const added = { action: 'add', type, item: id, quantity: 1, line: randomUuid() } as const;
    return { changes: [added], done: `${name} added`, names };
  }
  const quantity = line.quantity + 1;
  return {
    changes: [{ action: 'quantity', line: line.id, quantity, expected: line.quantity }],
    done: `${itemName(line)}: ${quantity} pieces`,
  };
}

/** why an id: a line whose answer was lost is added once, also after a reload. */
const emptyText = () => ({
  description: '',
  quantity: '1',
  price: '',
  unit: 'once',
  id: randomUuid(),
});

function TextLineForm({ rental, edits, editor }: AddLineProps) {
  const isAdded = rental.items.some(({ id }) => id === editor.value('id'));
  const isOpen = editor.isOpen('new_text') && !isAdded;
  return (
    <>
      <Button
        id={openerId('new_text')}
        variant="quiet"
        size="sm"
        aria-expanded={isOpen}
        className="mt-1 -ml-3.5"
        onClick={() => (isOpen ? editor.close() : editor.open('new_text', emptyText()))}
      >
        Add a text line
      </Button>
      {isOpen && <NewTextForm edits={edits} editor={editor} />}
    </>
  );
}

/** The pieces that were typed; null where they cannot be. */
function readPieces(typed: string): number | null {
  const pieces = readQuantity(typed);
  return pieces !== null && pieces >= 1 && pieces <= MOST_PIECES ? pieces : null;
}

function NewTextForm({ edits, editor }: Pick<AddLineProps, 'edits' | 'editor'>) {
  const description = editor.value('description').trim();
  const quantity = readPieces(editor.value('quantity'));
  const price = readPrice(editor.value('price'));
  const { form, field } = useEditorForm(editor, (typed) => ({
    description: descriptionProblem(typed['description']),
    quantity: readPieces(typed['quantity'] ?? '') === null ? 'From 1 to 1,000.' : '',
    price: priceProblem(typed['price'] ?? ''),
  }));
  return (
    <EditForm
      label="New text line"
      edits={edits}
      editor={editor}
      at={TEXT_AT}
      action="Add the line"
      onSubmit={form.handleSubmit(() => {
        if (price === null || quantity === null) return;
        const per_day = editor.value('unit') === 'day';
        edits.save({
          at: TEXT_AT,
          changes: [
            { action: 'add_text', line: editor.value('id'), description, quantity, price, per_day },
          ],
          done: `${description} added`,
          onSaved: editor.close,
        });
      })}
    >
      <TextField
        {...field('description')}
        label="Description"
        placeholder="Delivery, make-up …"
        maxLength={200}
        autoComplete="off"
      />
      <div className="grid grid-cols-3 gap-x-3 sm:max-w-md">
        <TextField {...field('quantity')} label="Quantity" inputMode="numeric" autoComplete="off" />
        <TextField {...field('price')} label="Price (₹)" inputMode="decimal" autoComplete="off" />
        <SelectField {...field('unit')} label="Charged">
          <option value="once">once</option>
          <option value="day">per day</option>
        </SelectField>
      </div>
    </EditForm>
  );
}
