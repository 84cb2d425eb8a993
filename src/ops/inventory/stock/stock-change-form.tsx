import { useRef, useState, type FormEvent } from 'react';
import {
  changeStock,
  releaseReservation,
  type StockChange,
  type StockItem,
  type StockPeriod,
} from '#data/stock.ts';
import { daysText, lengthText } from '#domain/availability/availability-text.ts';
import { addDays } from '#domain/availability/month.ts';
import { isStudioDate, studioToday } from '#domain/dates.ts';
import type { ItemStock } from '#domain/stock/item-stock.ts';
import { daysLeftShort } from '#domain/stock/stock-calendar.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

/** Props of {@link StockChangeForm}. */
export interface StockChangeFormProps {
  item: StockItem;
  stock: ItemStock;
  /** The days that `stock` covers. */
  period: StockPeriod;
}

const TEXTS = {
  out_of_service: {
    open: 'take out of service',
    title: 'Out of service',
    reason: 'Because',
    hint: 'Repair, loss, a shoot of our own.',
    failure: 'Error taking pieces out of service',
    done: 'out of service',
  },
  sub_rental: {
    open: 'hire in',
    title: 'Hired in',
    reason: 'From',
    hint: 'The supplier.',
    failure: 'Error adding the sub-rental',
    done: 'hired in',
  },
} as const;

type Kind = StockChange['kind'];

/** Takes pieces out of service, or adds pieces hired in, from one day to another. */
export function StockChangeForm(props: StockChangeFormProps) {
  const [kind, setKind] = useState<Kind>();
  if (kind)
    return <ChangeOf key={kind} {...props} kind={kind} onClose={() => setKind(undefined)} />;
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

function ChangeOf({
  item,
  stock,
  period,
  kind,
  onClose,
}: StockChangeFormProps & { kind: Kind; onClose: () => void }) {
  const today = studioToday();
  const texts = TEXTS[kind];
  const [quantity, setQuantity] = useState('1');
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const fields = useFirstField<HTMLFormElement>();
  const save = useSave(kind, onClose);
  const problems = {
    quantity: /^[1-9]\d{0,6}$/.test(quantity.trim()) ? undefined : 'Enter whole pieces, like 1',
    from: isStudioDate(from) ? undefined : 'Enter the first day',
    to: !isStudioDate(to)
      ? 'Enter the last day'
      : to < from
        ? 'The last day is before the first'
        : undefined,
    reason: reason.trim() || kind === 'sub_rental' ? undefined : 'Say why, for the others',
  };
  const isValid = Object.values(problems).every((problem) => problem === undefined);
  const change = {
    ...item,
    kind,
    quantity: Number(quantity),
    rental_from: from,
    rental_to: to,
    reason: reason.trim(),
  };
  const error = (field: keyof typeof problems) => (isChecked ? problems[field] : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (isValid) save.mutate(change);
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };
  return (
    <form
      ref={fields}
      noValidate
      aria-label={texts.title}
      onSubmit={submit}
      className="mt-4 rounded-md border border-rule p-4"
    >
      <h3 className="mb-3 text-sm font-semibold">{texts.title}</h3>
      <div className="grid grid-cols-2 gap-x-3">
        <TextField
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          error={error('quantity')}
          onChange={(event) => setQuantity(event.target.value)}
          className="col-span-2"
        />
        <DateField
          label="From"
          value={from}
          error={error('from')}
          onChange={(event) => setFrom(event.target.value)}
        />
        <DateField
          label="Until"
          value={to}
          min={from}
          error={error('to')}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <TextField
        label={texts.reason}
        hint={texts.hint}
        optional={kind === 'sub_rental'}
        maxLength={500}
        autoComplete="off"
        value={reason}
        error={error('reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <p role="status" className="text-sm empty:hidden">
        {kind === 'out_of_service' &&
          !problems.quantity &&
          !problems.to &&
          shortWarning(stock, change, period)}
      </p>
      <div className="mt-3 flex gap-2">
        <Button type="submit" size="sm" busy={save.isPending}>
          {save.isPending ? 'saving...' : texts.open}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          cancel
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
  // why: a retry after a lost answer must reuse the key, so that it is made once.
  const last = useRef<{ asked: string; key: string }>(null);
  const undo = useStockMutation({
    failure: 'Error undoing the change',
    save: (id: string) => releaseReservation(api, { id }),
    onSaved: () => notify.success('Undone'),
  });
  return useStockMutation({
    failure: TEXTS[kind].failure,
    save: (change: StockChange) => {
      const asked = JSON.stringify(change);
      if (last.current?.asked !== asked) last.current = { asked, key: randomUuid() };
      return changeStock(api, change, last.current.key);
    },
    onSaved: (id, { quantity, rental_from, rental_to }) => {
      notify.success(`${pieceCountText(quantity)} ${TEXTS[kind].done}`, {
        description: lengthText({ from: rental_from, to: rental_to }),
        action: { label: 'Undo', onClick: () => undo.mutate(id) },
      });
      onDone();
    },
  });
}
