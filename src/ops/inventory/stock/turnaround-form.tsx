import * as z from 'zod/mini';
import { setTurnaround, type StockItem } from '#data/stock/stock.ts';
import { latinDigits } from '#domain/digits.ts';
import { amountProblem } from '#domain/inventory/fields.ts';
import type { ItemStock } from '#domain/stock/item-stock.ts';
import { dayCountText } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { checkedBy, useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

export interface TurnaroundFormProps {
  item: StockItem;
  stock: Pick<ItemStock, 'turnaround_days' | 'own_turnaround_days'>;
}

const DAYS = {
  label: 'Turnaround',
  required: '',
  notNumber: 'Enter whole days, like 1',
  tooSmall: 'Turnaround cannot be negative',
  decimals: 0,
  most: 30,
} as const;

const TURNAROUND = z.object({
  days: z.string().check(
    z.trim(),
    checkedBy((days) => (days === '' ? null : amountProblem(days, DAYS))),
  ),
});

/** Sets the days after a rental on which the item is not free; empty: as its kind. */
export function TurnaroundForm({ item, stock }: TurnaroundFormProps) {
  const api = useStaffApi();
  const { own_turnaround_days: own, turnaround_days: days } = stock;
  const { form, field } = useCheckedForm(TURNAROUND, {
    values: { days: own === null ? '' : String(own) },
    resetOptions: { keepDirtyValues: true },
    mode: 'onChange',
  });
  const save = useStockMutation({
    failure: 'Error saving the turnaround',
    save: (next: number | null) => setTurnaround(api, item, next),
    onSaved: () => {
      form.reset(form.getValues());
      notify.success('Turnaround saved', { description: 'For bookings from now on.' });
    },
  });
  const submit = form.handleSubmit(({ days: typed }) =>
    save.mutate(typed === '' ? null : Number(latinDigits(typed))),
  );
  return (
    <form
      noValidate
      aria-label="Turnaround"
      onSubmit={(event) => void submit(event)}
      className="mt-6"
    >
      <div className="flex items-start gap-3">
        <TextField
          {...field('days')}
          label="Turnaround (days)"
          inputMode="numeric"
          autoComplete="off"
          optional
          placeholder={own === null ? String(days) : undefined}
          hint={own === null ? `Empty: as its kind, ${dayCountText(days)}.` : 'Empty: as its kind.'}
          className="grow"
        />
        <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <p className="text-xs text-ink-quiet">
        Working days for cleaning and checks after a rental, never charged. What is booked stays as
        it is.
      </p>
    </form>
  );
}
