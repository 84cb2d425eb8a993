import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DateField } from '#dates/date-field.tsx';
import { lengthText } from '#domain/availability/availability-text.ts';
import type { TypedDates } from '#domain/availability/moved-start.ts';
import { formatRentalDates } from '#domain/crm/crm-text.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import { replacedValue } from '#domain/crm/record-change.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useFirstDay } from '../../kit/forms/use-first-day.ts';
import { useRentalEdits, type RentalEdits } from './use-edits.ts';

const AT = 'dates';

/** Moves an enquiry or order to other dates, with all its items or not at all. */
export function ChangeDates({ rental }: { rental: EditedRental }) {
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const edits = useRentalEdits(rental);
  const isPending = edits.isPending(AT);
  const close = () => {
    setOpen(false);
    edits.dismiss(AT);
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Change dates
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={`Change the dates of ${rental.number}`}
        text={isOpen && <DatesForm id={form} rental={rental} edits={edits} onSaved={close} />}
        onCancel={close}
      >
        <Button type="submit" form={form} busy={isPending}>
          {isPending ? 'Changing...' : 'Change dates'}
        </Button>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}

const DATES = checkedTogether(({ from, to }: TypedDates) => ({ from: datesProblem(from, to) }));

interface DatesFormProps {
  id: string;
  rental: EditedRental;
  edits: RentalEdits;
  onSaved: () => void;
}

function DatesForm({ id, rental, edits, onSaved }: DatesFormProps) {
  const { rental_from, rental_to } = rental;
  const present = rental_from === null || rental_to === null ? null : { rental_from, rental_to };
  const [shown] = useState(present);
  const { form, field, change } = useCheckedForm(DATES, {
    defaultValues: { from: rental_from ?? '', to: rental_to ?? '' },
    whileTyping: 'clear all',
    onTyped: () => edits.dismiss(AT),
  });
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] });
  const firstDay = useFirstDay({ from, to }, change);
  const problem = edits.problem(AT);
  const submit = form.handleSubmit((typed) => {
    const wanted = { rental_from: typed.from, rental_to: typed.to };
    edits.save({
      at: AT,
      changes: [
        {
          action: 'dates',
          ...wanted,
          ...(shown && present ? { expected: replacedValue(shown, present, wanted) } : {}),
        },
      ],
      done: 'Dates changed successfully',
      onSaved,
    });
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <p>
        Now {formatRentalDates(rental_from, rental_to)}. All items move together, and the total
        follows.
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <DateField
          {...field('from')}
          label="From"
          {...firstDay}
          hint={datesProblem(from, to) ? undefined : lengthText({ from, to })}
        />
        <DateField {...field('to')} label="To" min={from || undefined} />
      </div>
      {problem && (
        <div role="alert" className="mt-1 text-red">
          <p>Not changed. {problem.text}</p>
          {problem.solutions.map(({ label, ...solution }) => (
            <Button
              key={label}
              variant="secondary"
              size="sm"
              onClick={() => edits.save({ ...problem.edit, ...solution })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}
