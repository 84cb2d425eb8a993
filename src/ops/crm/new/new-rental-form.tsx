import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DateField } from '#dates/date-field.tsx';
import { lengthText } from '#domain/availability/availability-text.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import { withMore, withPiecesOf, type MadeKind } from '#domain/crm/new-rental.ts';
import { studioToday } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { ConfirmLeave } from '../../kit/forms/confirm-leave.tsx';
import { focusInvalid } from '../../kit/forms/focus-invalid.ts';
import { useFirstDay } from '../../kit/forms/use-first-day.ts';
import { ItemPicker } from '../../kit/pickers/item-picker.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { RentalLines } from './rental-lines.tsx';
import { useNewRental, type SavedAs } from './use-new-rental.ts';

export interface NewRentalFormProps {
  make: MadeKind;
  onCancel: () => void;
  onMade: (made: MadeKind, number: string) => void;
}

const ACTIONS = {
  order: { idle: 'Make the order', busy: 'Making the order...' },
  enquiry: { idle: 'Save the enquiry', busy: 'Saving the enquiry...' },
};

/** The form of a new enquiry or order: the customer first, then dates, items and a message. */
export function NewRentalForm({ make, onCancel, onMade }: NewRentalFormProps) {
  const first = useFirstField<HTMLFormElement>();
  const whole = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  // The item that was added last: a typed number sets its pieces.
  const [lastId, setLastId] = useState('');
  const rental = useNewRental(make, (made, number) => {
    isDone.current = true;
    onMade(made, number);
  });
  const { form, field, draft, change, refusals } = rental;
  const firstDay = useFirstDay(draft, change);
  const last = draft.lines.find(({ id }) => id === lastId);
  const isDated = datesProblem(draft.from, draft.to) === '';
  const period = isDated ? { rental_from: draft.from, rental_to: draft.to } : null;
  useEffect(() => {
    if (refusals > 0) focusInvalid(whole.current, SHORT_LINE);
  }, [refusals]);
  const submit = (as: SavedAs = make) =>
    void form.handleSubmit(
      (typed) => rental.save({ typed, as }),
      () => focusInvalid(whole.current, SHORT_LINE),
    )();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  });
  useEffect(() => {
    const element = whole.current;
    const listen = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return (
    <div ref={whole}>
      <form
        ref={first}
        noValidate
        aria-label={make === 'order' ? 'New order' : 'New enquiry'}
        className="grid gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CustomerFields
          draft={draft}
          field={field}
          change={change}
          onKnown={() => focusIn(whole.current, '[name="from"]')}
        />
        <div className="grid grid-cols-2 gap-x-3 cramped:grid-cols-1">
          <DateField
            label="From"
            {...firstDay}
            onWhole={() => focusIn(whole.current, '[name="to"]')}
            name="from"
            min={studioToday()}
            error={field('from').error}
            hint={
              isDated
                ? lengthText({ from: draft.from, to: draft.to })
                : 'A typed date goes on to the next field.'
            }
          />
          <DateField
            {...field('to')}
            onWhole={() => focusIn(whole.current, ITEM_FIELD)}
            label="To"
            min={draft.from || studioToday()}
          />
        </div>
      </form>
      {/* why outside the form: the search is a form too. */}
      <RentalLines
        make={make}
        lines={draft.lines}
        period={period}
        refused={rental.short}
        problem={form.formState.errors.lines?.message}
        onChange={(lines) => change({ lines })}
        onDates={change}
        onSecondOption={() => submit('second option')}
      />
      <ItemPicker
        period={period}
        asksUnpriced={make === 'order'}
        onAdd={(item, quantity) => {
          // why from the form: a scanned item arrives later than the page was rendered.
          change({ lines: withMore(form.getValues('lines'), item, quantity) });
          setLastId(item.id);
          return `${item.name} added. A number and Enter set its pieces.`;
        }}
        pasted={{
          left: draft.left,
          onLeft: (after) => change({ left: after(form.getValues('left')) }),
        }}
        last={
          last && {
            name: last.name,
            setPieces: (quantity) =>
              change({ lines: withPiecesOf(form.getValues('lines'), last.id, quantity) }),
          }
        }
      />
      <TextArea
        {...field('message')}
        label="Message"
        optional
        className="mt-4"
        maxLength={2000}
        rows={3}
      />
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex gap-2 border-t border-rule bg-surface px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button busy={rental.isPending} onClick={() => submit()}>
          {ACTIONS[make][rental.isPending ? 'busy' : 'idle']}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ConfirmLeave
        param="new"
        unsaved={() => !isDone.current && rental.isTouched()}
        onLeave={() => {
          isDone.current = true;
          rental.clear();
        }}
      />
    </div>
  );
}

const ITEM_FIELD = '[role="search"] input';
const SHORT_LINE = '[data-short]';

function focusIn(form: HTMLElement | null, field: string) {
  form?.querySelector<HTMLElement>(field)?.focus();
}
