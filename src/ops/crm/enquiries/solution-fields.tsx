import { DateField } from '#dates/date-field.tsx';
import type { Solution } from '#domain/crm/conversion-choices.ts';
import type { StudioDate } from '#domain/days.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { TextField } from '#ui/field.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { useFirstDay } from '../../kit/forms/use-first-day.ts';

type SolutionOf<Action extends Solution['action']> = Extract<Solution, { action: Action }>;

export interface SolutionFieldsProps<Action extends Solution['action']> {
  solution: SolutionOf<Action>;
  /** Name of the line's item. */
  itemName: string;
  onChange: (solution: SolutionOf<Action>) => void;
}

/** Pieces that a line is lowered to. */
export function LowerFields({
  solution,
  itemName,
  most,
  onChange,
}: SolutionFieldsProps<'lower'> & { most: number }) {
  return (
    <QuantityStepper
      read={readQuantity}
      label={itemName}
      value={solution.quantity}
      min={1}
      max={most}
      onChange={(quantity) => onChange({ ...solution, quantity })}
    />
  );
}

/** Other dates, for one line or for all. */
export function DatesFields({
  solution,
  itemName,
  today,
  onChange,
}: SolutionFieldsProps<'dates'> & { today: StudioDate }) {
  const { from, to, forAll } = solution;
  const firstDay = useFirstDay({ from, to }, (dates) => onChange({ ...solution, ...dates }));
  return (
    <>
      <div className="grid grid-cols-2 gap-3 cramped:grid-cols-1">
        <DateField label="From" aria-label={`From, ${itemName}`} {...firstDay} min={today} />
        <DateField
          label="To"
          aria-label={`To, ${itemName}`}
          value={to}
          min={from || today}
          onChange={(event) => onChange({ ...solution, to: event.target.value })}
        />
      </div>
      <label className="flex min-h-11 items-center gap-3 sm:min-h-9">
        <input
          type="checkbox"
          checked={forAll}
          onChange={(event) => onChange({ ...solution, forAll: event.target.checked })}
          className="size-4 accent-teal"
        />
        For all items of the enquiry
      </label>
    </>
  );
}

/** Most pieces that can be hired in at once. */
const MOST_HIRED = 1000;

/** Pieces that are hired in, and their supplier. */
export function SubRentalFields({
  solution,
  itemName,
  onChange,
}: SolutionFieldsProps<'sub_rental'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div>
        <p className="mb-1.5 text-sm font-medium">Pieces</p>
        <QuantityStepper
          read={readQuantity}
          label={`${itemName} to hire in`}
          value={solution.quantity}
          min={1}
          max={MOST_HIRED}
          onChange={(quantity) => onChange({ ...solution, quantity })}
        />
      </div>
      <TextField
        label="Supplier"
        optional
        maxLength={200}
        autoComplete="off"
        value={solution.supplier}
        onChange={(event) => onChange({ ...solution, supplier: event.target.value })}
      />
    </div>
  );
}
