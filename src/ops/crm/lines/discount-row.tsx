import { discountValue, replacedValue } from '#domain/crm/record-change.ts';
import { linesTotal } from '#domain/crm/lines-total.ts';
import { discountProblem, readPrice } from '#domain/crm/price-input.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import type { Discount } from '#domain/crm/rental.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { EditForm } from './edit-form.tsx';
import { openerId, useEditorForm, type Editor } from './use-editor.ts';
import type { RentalEdits } from './use-edits.ts';

const AT = 'discount';

export interface DiscountRowProps {
  rental: EditedRental;
  edits: RentalEdits;
  editor: Editor;
}

/** Gives an order a discount, in percent or rupees, changes it, or takes it away. */
export function DiscountRow({ rental, edits, editor }: DiscountRowProps) {
  const { discount_percent: percent, discount_amount: amount, discount_reason: reason } = rental;
  const has = percent !== null || amount !== null;
  const isOpen = editor.isOpen('discount');
  const values = {
    unit: amount === null ? 'percent' : 'amount',
    value: has ? String(percent ?? amount) : '',
    reason: reason ?? '',
  };
  return (
    <div className="mt-1">
      <Button
        id={openerId('discount')}
        variant="quiet"
        size="sm"
        aria-expanded={isOpen}
        className="-ml-3.5"
        onClick={() => (isOpen ? editor.close() : editor.open('discount', values))}
      >
        {has ? 'Change the discount' : 'Add a discount'}
      </Button>
      {isOpen && <DiscountForm rental={rental} edits={edits} editor={editor} />}
    </div>
  );
}

/** The discount in this unit that the form showed when it was opened; null for none. */
function openedIn(editor: Editor, unit: 'percent' | 'amount'): number | null {
  const value = editor.opened('value');
  return value === '' || editor.opened('unit') !== unit ? null : Number(value);
}

const unitOf = (typed: string | undefined) => (typed === 'amount' ? 'amount' : 'percent');

function DiscountForm({ rental, edits, editor }: DiscountRowProps) {
  const unit = unitOf(editor.value('unit'));
  const value = readPrice(editor.value('value'));
  const reason = editor.value('reason').trim();
  const { lines } = linesTotal(rental.items, rental);
  const problemOf = (typedUnit: string | undefined, typedValue = '') =>
    discountProblem(unitOf(typedUnit), typedValue, { lines, present: rental.discount_amount });
  const wrong = problemOf(unit, editor.value('value'));
  const { form, field } = useEditorForm(editor, (typed) => {
    const problem = problemOf(typed['unit'], typed['value']);
    const isMissing = !problem && !typed['reason']?.trim();
    return { value: problem, reason: isMissing ? 'Give the reason.' : '' };
  });
  const present = discountValue(rental);
  const has = present.percent !== null || present.amount !== null;
  const shown = { percent: openedIn(editor, 'percent'), amount: openedIn(editor, 'amount') };
  const wanted: Discount = {
    discount_percent: unit === 'percent' ? value : null,
    discount_amount: unit === 'amount' ? value : null,
  };
  const save = (discount: Discount, why: string | null, done: string) =>
    edits.save({
      at: AT,
      changes: [
        {
          action: 'discount',
          ...discountValue(discount),
          reason: why,
          expected: replacedValue(shown, present, discountValue(discount)),
        },
      ],
      done,
      onSaved: editor.close,
    });
  return (
    <EditForm
      label="Discount"
      edits={edits}
      editor={editor}
      at={AT}
      action="Save discount"
      preview={!wrong && `Total ${formatTotal(linesTotal(rental.items, wanted).total)} excl. GST`}
      onSubmit={form.handleSubmit(() => {
        if (value === null) return;
        const text = unit === 'percent' ? `${value} %` : formatPrice(value);
        save(wanted, reason, `Discount: ${text}`);
      })}
    >
      <div className="grid gap-x-3 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
        <TextField {...field('value')} label="Discount" inputMode="decimal" autoComplete="off" />
        <SelectField {...field('unit')} label="In">
          <option value="percent">percent</option>
          <option value="amount">rupees</option>
        </SelectField>
        <TextField {...field('reason')} label="Reason" maxLength={200} autoComplete="off" />
      </div>
      {has && (
        <Button
          variant="danger"
          size="sm"
          className="mb-2"
          onClick={() =>
            save({ discount_percent: null, discount_amount: null }, null, 'Discount removed')
          }
        >
          Remove the discount
        </Button>
      )}
    </EditForm>
  );
}
