import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { datesCheckQuery } from '#data/desk/timeline.ts';
import { DateField } from '#dates/date-field.tsx';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import { dayText, lengthText } from '#domain/availability/availability-text.ts';
import type { TypedDates } from '#domain/availability/moved-start.ts';
import { datesProblem } from '#domain/crm/conversion-choices.ts';
import { DESK_LABELS } from '#domain/desk/desk-text.ts';
import { momentText } from '#domain/crm/hold-text.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import type { Movement } from '#domain/timeline/movements.ts';
import { canMove, deskStep } from '#domain/timeline/moves.ts';
import { barLook, LOOK_TEXTS, shortLineText } from '#domain/timeline/bar-text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { checkedTogether, useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useFirstDay } from '../kit/forms/use-first-day.ts';
import { useRecordLinks } from '../kit/record-links.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { RowLink } from './row-link.tsx';
import type { BarMove } from './use-bar-move.ts';

export interface BarDetailsProps extends Movement {
  now: Date;
  move: BarMove;
  onClose: () => void;
  /** Narrows the calendar to a customer. */
  onCustomer: (id: string) => void;
}

/** A reservation in words: what, when, for whom, where it leads, and the form that changes its dates. */
export function BarDetails({ row, bar, now, move, onClose, onCustomer }: BarDetailsProps) {
  const rental = bar.order ?? bar.enquiry;
  const links = useRecordLinks();
  const customerId = rental?.customer_id;
  const step = deskStep(bar);
  return (
    <div className="space-y-6">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {itemKindOf(row.type) && (
          <Fact label="Item">
            <RowLink
              row={row}
              className="inline-block font-medium break-words hover:underline max-sm:-my-3 max-sm:py-3"
            />
          </Fact>
        )}
        <Fact label="Pieces">{pieceCountText(bar.quantity)}</Fact>
        <Fact label="Days">
          {lengthText(bar)}
          {bar.blocked_to > bar.to && (
            <span className="block text-ink-quiet">turnaround until {dayText(bar.blocked_to)}</span>
          )}
        </Fact>
        <Fact label="State">
          {LOOK_TEXTS[barLook(bar)]}
          {bar.expires_at && ` until ${momentText(bar.expires_at, now)}`}
        </Fact>
        {bar.reason && <Fact label="Reason">{bar.reason}</Fact>}
        {rental?.customer && <Fact label="Customer">{rental.customer}</Fact>}
      </dl>
      {rental && (
        <div className="flex flex-wrap gap-2">
          <Link
            {...(bar.order ? links.order(rental.number) : links.enquiry(rental.number))}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Open {rental.number}
          </Link>
          {bar.order && step && (
            <Link
              to="/ops/today"
              search={{ order: bar.order.number, desk: step }}
              preload={false}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {DESK_LABELS[step]}
            </Link>
          )}
          {rental.customer && customerId && (
            <Button variant="quiet" size="sm" onClick={() => onCustomer(customerId)}>
              Only this customer
            </Button>
          )}
        </div>
      )}
      {canMove(bar, 'end') && <DatesForm row={row} bar={bar} move={move} onSaved={onClose} />}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const DATES = checkedTogether(({ from, to }: TypedDates) => ({ from: datesProblem(from, to) }));

function DatesForm(props: Movement & { move: BarMove; onSaved: () => void }) {
  const { row, bar, move, onSaved } = props;
  const { form, field, change } = useCheckedForm(DATES, {
    defaultValues: { from: bar.from, to: bar.to },
    mode: 'onChange',
  });
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] });
  const firstDay = useFirstDay({ from, to }, change);
  const isChanged = from !== bar.from || to !== bar.to;
  const isAsked = isChanged && datesProblem(from, to) === '';
  const check = useQuery({
    ...datesCheckQuery(useStaffApi(), bar, { from, to }),
    enabled: isAsked,
  });
  const short = isAsked ? (check.data ?? []) : [];
  const submit = form.handleSubmit((dates) => {
    if (!isChanged) return;
    move.save({ row, bar, dates });
    onSaved();
  });
  return (
    <form
      className="space-y-3 border-t border-rule pt-5"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h3 className="text-base font-semibold">Change dates</h3>
      <p className="hidden text-sm text-ink-quiet pointer-coarse:block">
        A finger scrolls the calendar: change the days here.
      </p>
      <div className="grid grid-cols-2 gap-3 cramped:grid-cols-1">
        <DateField
          {...field('from')}
          label="From"
          {...firstDay}
          disabled={!canMove(bar, 'start')}
        />
        <DateField {...field('to')} label="To" min={from || undefined} />
      </div>
      <div role="status" className="mt-0 min-h-5 text-sm">
        {short.map((line) => (
          <p key={line.line} className="text-red">
            {shortLineText(line)}
          </p>
        ))}
        {isAsked && check.data?.length === 0 && (
          <p className="text-ink-quiet">Everything is free then.</p>
        )}
      </div>
      <Button type="submit" size="sm" busy={move.isSaving} disabled={!isAsked || short.length > 0}>
        {move.isSaving ? 'Changing...' : 'Change dates'}
      </Button>
    </form>
  );
}
