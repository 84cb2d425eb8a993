import { useState, type FormEvent } from 'react';
import { setTurnaround, type StockItem } from '#data/stock.ts';
import { amountProblem } from '#domain/inventory/fields.ts';
import type { ItemStock } from '#domain/stock/item-stock.ts';
import { dayCountText } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

/** Props of {@link TurnaroundForm}. */
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

/** Sets the days after a rental on which the item is not free; empty: as its kind. */
export function TurnaroundForm({ item, stock }: TurnaroundFormProps) {
  const api = useStaffApi();
  const { own_turnaround_days: own, turnaround_days: days } = stock;
  const [typed, setTyped] = useState<string>();
  const value = typed ?? (own === null ? '' : String(own));
  const problem = value.trim() === '' ? null : amountProblem(value, DAYS);
  const save = useStockMutation({
    failure: 'Error saving the turnaround',
    save: (next: number | null) => setTurnaround(api, item, next),
    onSaved: () => {
      setTyped(undefined);
      notify.success('Turnaround saved', { description: 'For bookings from now on.' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem) save.mutate(value.trim() === '' ? null : Number(value));
  };
  return (
    <form noValidate aria-label="Turnaround" onSubmit={submit} className="mt-6">
      <div className="flex items-start gap-3">
        <TextField
          label="Turnaround (days)"
          inputMode="numeric"
          autoComplete="off"
          optional
          placeholder={own === null ? String(days) : undefined}
          value={value}
          error={problem ?? undefined}
          hint={own === null ? `Empty: as its kind, ${dayCountText(days)}.` : 'Empty: as its kind.'}
          onChange={(event) => setTyped(event.target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
          {save.isPending ? 'saving...' : 'save'}
        </Button>
      </div>
      <p className="text-xs text-ink-quiet">
        Working days for cleaning and checks after a rental, never charged. What is booked stays as
        it is.
      </p>
    </form>
  );
}
