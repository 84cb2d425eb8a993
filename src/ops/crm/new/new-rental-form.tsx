import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callerQuery } from '#data/order-changes.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import {
  rentalProblems,
  withOneMore,
  type MadeKind,
  type RentalProblems,
} from '#domain/crm/new-rental.ts';
import { studioToday } from '#domain/dates.ts';
import { isMobile } from '#domain/enquiry/mobile.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextArea } from '#ui/field.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { ConfirmLeave } from '../../inventory/shared/confirm-leave.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { ItemPicker } from '../rentals/item-picker.tsx';
import { CallerFields } from './caller-fields.tsx';
import { RentalLines } from './rental-lines.tsx';
import { useNewRental } from './use-new-rental.ts';

/** Props of {@link NewRentalForm}. */
export interface NewRentalFormProps {
  make: MadeKind;
  onCancel: () => void;
  onMade: (number: string) => void;
}

const ACTIONS = {
  order: { idle: 'Make the order', busy: 'Making the order...' },
  enquiry: { idle: 'Save the enquiry', busy: 'Saving the enquiry...' },
};

/** The form of a new enquiry or order: the caller first, then dates, items and a message. */
export function NewRentalForm({ make, onCancel, onMade }: NewRentalFormProps) {
  const form = useFirstField<HTMLFormElement>();
  const whole = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const [isTried, setTried] = useState(false);
  const rental = useNewRental(make, (number) => {
    isDone.current = true;
    onMade(number);
  });
  const { draft, change, refusal } = rental;
  const caller = useQuery({
    ...callerQuery(useStaffApi(), draft.mobile),
    enabled: isMobile(draft.mobile),
  });
  const known = isMobile(draft.mobile) ? caller.data : undefined;
  const found = rentalProblems(draft, Boolean(known), studioToday());
  const problems: RentalProblems = isTried ? { ...refusal.fields, ...found } : refusal.fields;
  const isDated = datesProblem(draft.from, draft.to) === '';
  const period = isDated ? { rental_from: draft.from, rental_to: draft.to } : null;
  const isRefused = refusal.items.length > 0 || hasAny(refusal.fields);
  useEffect(() => {
    if (isRefused) focusProblem(whole.current);
  }, [isRefused]);
  const submit = () => {
    setTried(true);
    if (hasAny(found)) {
      // why: the messages appear with the next render.
      requestAnimationFrame(() => focusProblem(whole.current));
    } else rental.save(known?.id ?? null);
  };
  return (
    <div ref={whole}>
      <form
        ref={form}
        noValidate
        aria-label={make === 'order' ? 'New order' : 'New enquiry'}
        className="grid gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CallerFields
          draft={draft}
          caller={caller}
          problems={problems}
          onChange={(values) => change(() => values)}
        />
        <div className="grid grid-cols-2 gap-x-3 cramped:grid-cols-1">
          <DateField
            label="From"
            value={draft.from}
            min={studioToday()}
            error={problems.from}
            hint={isDated ? lengthText({ from: draft.from, to: draft.to }) : undefined}
            onChange={(event) =>
              change(({ to }) => ({
                from: event.target.value,
                // why: a rental of one day needs no second date.
                ...(to === '' ? { to: event.target.value } : {}),
              }))
            }
          />
          <DateField
            label="To"
            value={draft.to}
            min={draft.from || studioToday()}
            error={problems.to}
            onChange={(event) => change(() => ({ to: event.target.value }))}
          />
        </div>
      </form>
      {/* why outside the form: the search is a form too. */}
      <RentalLines
        lines={draft.lines}
        period={period}
        refused={refusal.items}
        problem={problems.lines}
        onChange={(lines) => change(() => ({ lines }))}
      />
      <ItemPicker
        period={period}
        onAdd={(item) => {
          change(({ lines }) => ({ lines: withOneMore(lines, item) }));
          return `${item.name} added`;
        }}
      />
      <TextArea
        label="Message"
        optional
        className="mt-4"
        maxLength={2000}
        rows={3}
        value={draft.message}
        onChange={(event) => change(() => ({ message: event.target.value }))}
      />
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex gap-2 border-t border-rule bg-surface px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button busy={rental.isPending} onClick={submit}>
          {ACTIONS[make][rental.isPending ? 'busy' : 'idle']}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          cancel
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

/** Focuses the first wrong field, or the first line that is short. */
function focusProblem(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-short]')?.focus();
}

const hasAny = (problems: RentalProblems) => Object.values(problems).some(Boolean);
