import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  changeStock,
  releaseReservation,
  type StockChange,
  type StockItem,
  type StockPeriod,
} from '#data/stock/stock.ts';
import { DateField } from '#dates/date-field.tsx';
import { daysText, lengthText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { addDays, isStudioDate, studioToday } from '#domain/days.ts';
import { readQuantity } from '#domain/plain-number.ts';
import type { ItemStock } from '#domain/stock/item-stock.ts';
import { daysLeftShort } from '#domain/stock/stock-calendar.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

export interface StockChangeFormProps {
  item: StockItem;
  stock: ItemStock;
  /** The days that `stock` covers. */
  period: StockPeriod;
}

const TEXTS = {
  out_of_service: {
    open: 'Take out of service',
    title: 'Out of service',
    reason: 'Because',
    hint: 'Repair, loss, a shoot of our own.',
    failure: 'Error taking pieces out of service',
    done: 'out of service',
  },
  sub_rental: {
    open: 'Hire in',
    title: 'Hired in',
    reason: 'From',
    hint: 'The supplier.',
    failure: 'Error adding the sub-rental',
    done: 'hired in',
  },
} as const;

type Kind = StockChange['kind'];

const whole = z.string().check(
  z.refine((typed) => {
    const pieces = readQuantity(typed);
    return pieces !== null && pieces >= 1 && pieces <= 9_999_999;
  }, 'Enter whole pieces, like 1'),
);
const day = (missing: string) => z.string().check(z.refine(isStudioDate, missing));

const changeSchema = (kind: Kind) =>
  z
    .object({
      quantity: whole,
      from: day('Enter the first day'),
      to: day('Enter the last day'),
      reason: z.string().check(
        z.trim(),
        z.refine((text) => text !== '' || kind === 'sub_rental', 'Say why, for the others'),
      ),
    })
    .check(
      z.refine(({ from, to }) => !isStudioDate(to) || to >= from, {
        path: ['to'],
        error: 'The last day is before the first',
        // why: by default zod runs this only once every field is valid.
        when: () => true,
      }),
    );

/** Takes pieces out of service, or adds pieces hired in, from one day to another. */
export function StockChangeForm(props: StockChangeFormProps) {
  const [kind, setKind] = useState<Kind>();
  if (kind)
    return (
      <StockChangeFields key={kind} {...props} kind={kind} onClose={() => setKind(undefined)} />
    );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {(['out_of_service', 'sub_rental'] as const).map((one) => (
        <Button key={one} variant="secondary" size="sm" onClick={() => setKind(one)}>
          {TEXTS[one].open}
        </Button>
      ))}
    </div>
  );
}

export interface StockChangeFieldsProps extends StockChangeFormProps {
  kind: Kind;
  /** The days to begin with; today without them. */
  days?: RentalDates;
  onClose: () => void;
}

/** The form of one kind of change. */
export function StockChangeFields(props: StockChangeFieldsProps) {
  const { item, stock, period, kind, days, onClose } = props;
  const today = studioToday();
  const texts = TEXTS[kind];
  const { form, field } = useCheckedForm(changeSchema(kind), {
    defaultValues: { quantity: '1', from: days?.from ?? today, to: days?.to ?? today, reason: '' },
  });
  const typed = useWatch({ control: form.control });
  const fields = useFirstField<HTMLFormElement>();
  const save = useSave(kind, onClose);
  const changeOf = ({ quantity, from, to, reason }: z.output<ReturnType<typeof changeSchema>>) => ({
    ...item,
    kind,
    quantity: readQuantity(quantity) ?? 0,
    rental_from: from,
    rental_to: to,
    reason,
  });
  const valid = changeSchema('sub_rental').safeParse(typed).data;
  const submit = form.handleSubmit((checked) => save.mutate(changeOf(checked)));
  return (
    <form
      ref={fields}
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => void submit(event)}
      className="mt-4 rounded-md border border-rule p-4"
    >
      <h3 className="mb-3 text-sm font-semibold">{texts.title}</h3>
      <div className="grid grid-cols-2 gap-x-3">
        <TextField
          {...field('quantity')}
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
          className="col-span-2"
        />
        <DateField {...field('from')} label="From" />
        <DateField {...field('to')} label="Until" min={typed.from} />
      </div>
      <TextField
        {...field('reason')}
        label={texts.reason}
        hint={texts.hint}
        optional={kind === 'sub_rental'}
        maxLength={500}
        autoComplete="off"
      />
      <p role="status" className="text-sm empty:hidden">
        {kind === 'out_of_service' && valid && shortWarning(stock, changeOf(valid), period)}
      </p>
      <div className="mt-3 flex gap-2">
        <Button type="submit" size="sm" busy={save.isPending}>
          {save.isPending ? 'Saving...' : texts.open}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The days that become a conflict, as far as the shown months tell; null for none. */
function shortWarning(stock: ItemStock, change: StockChange, period: StockPeriod): string | null {
  const last = addDays(period.from, period.days - 1);
  const to = change.rental_to < last ? change.rental_to : last;
  const days = daysLeftShort(stock, { from: change.rental_from, to, quantity: change.quantity });
  if (days.length === 0) return null;
  return `Booked or held on ${daysText(days)}: those days become a conflict.`;
}

function useSave(kind: Kind, onDone: () => void) {
  const api = useStaffApi();
  const keys = useIdempotencyKey();
  const undo = useStockMutation({
    failure: 'Error undoing the change',
    save: (id: string) => releaseReservation(api, { id }),
    onSaved: () => notify.success('Undone'),
  });
  return useStockMutation({
    failure: TEXTS[kind].failure,
    save: (change: StockChange) => changeStock(api, change, keys.keyOf(change)),
    onSaved: (id, { quantity, rental_from, rental_to }) => {
      notify.success(`${pieceCountText(quantity)} ${TEXTS[kind].done}`, {
        description: lengthText({ from: rental_from, to: rental_to }),
        action: { label: 'Undo', onClick: () => undo.mutate(id) },
      });
      onDone();
    },
  });
}
