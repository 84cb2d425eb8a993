import { useId, useState } from 'react';
import { DateField } from '#dates/date-field.tsx';
import { lengthText } from '#domain/availability/availability-text.ts';
import { formatRentalDates } from '#domain/crm/crm-text.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import { replacedValue, type RentalSpan } from '#domain/crm/record-change.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useFirstDay } from '../../kit/forms/use-first-day.ts';
import { useRentalEdits } from './use-edits.ts';

const AT = 'dates';

/** Moves an enquiry or order to other dates, with all its items or not at all. */
export function ChangeDates({ rental }: { rental: EditedRental }) {
  const form = useId();
  const [dates, setDates] = useState<{ from: string; to: string } | null>(null);
  const [shown, setShown] = useState<RentalSpan | null>(null);
  const [wrong, setWrong] = useState('');
  const edits = useRentalEdits(rental);
  const { rental_from, rental_to } = rental;
  const { from, to } = dates ?? { from: '', to: '' };
  const wanted = { rental_from: from, rental_to: to };
  const present = rental_from === null || rental_to === null ? null : { rental_from, rental_to };
  const problem = edits.problem(AT);
  const isPending = edits.isPending(AT);
  const edit = (next: { from: string; to: string } | null) => {
    setDates(next);
    setWrong('');
    edits.dismiss(AT);
  };
  const firstDay = useFirstDay({ from, to }, edit);
  const close = () => edit(null);
  const save = () => {
    const found = datesProblem(from, to);
    setWrong(found);
    if (found) return;
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
      onSaved: close,
    });
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          setShown(present);
          edit({ from: rental_from ?? '', to: rental_to ?? '' });
        }}
      >
        Change dates
      </Button>
      <ConfirmDialog
        open={dates !== null}
        title={`Change the dates of ${rental.number}`}
        text={
          <form
            id={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <p>
              Now {formatRentalDates(rental_from, rental_to)}. All items move together, and the
              total follows.
            </p>
            <div className="mt-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
              <DateField
                label="From"
                {...firstDay}
                error={wrong || undefined}
                hint={datesProblem(from, to) ? undefined : lengthText({ from, to })}
              />
              <DateField
                label="To"
                value={to}
                min={from || undefined}
                onChange={(event) => edit({ from, to: event.target.value })}
              />
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
        }
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
