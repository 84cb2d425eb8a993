import { useQuery } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import type { LineAvailability } from '#domain/stock/shown-availability.ts';
import { itemPricesQuery } from '#data/crm/rental-changes.ts';
import { freeQuery } from '#data/stock/reservations.ts';
import { isShort } from '#domain/stock/shortage.ts';
import { MOST_PIECES, withSwap, type DraftLine, type MadeKind } from '#domain/crm/new-rental.ts';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import { linesTotal } from '#domain/crm/lines-total.ts';
import { nextFreeText, piecesText, shortItemText } from '#domain/crm/shortage-text.ts';
import type { ShortItem } from '#domain/crm/short-lines.ts';
import type { StudioDate } from '#domain/days.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ShortChoices, type ShortChoice } from './short-choices.tsx';

export interface RentalLinesProps {
  make: MadeKind;
  lines: readonly DraftLine[];
  /** Null while the days are not known. */
  period: RentalSpan | null;
  /** The items that the last attempt was refused for. */
  refused: readonly ShortItem[];
  /** 'Add at least one item.' */
  problem: string | undefined;
  onChange: (lines: readonly DraftLine[]) => void;
  onDates: (dates: { from: StudioDate; to: StudioDate }) => void;
  /** Saves an enquiry that waits until everything is free. */
  onSecondOption: () => void;
}

const NO_DATES = { rental_from: null, rental_to: null };
const NO_DISCOUNT = { discount_percent: null, discount_amount: null };

/** The items of a new enquiry or order with their pieces, what is free then, and the total so far. */
export function RentalLines(props: RentalLinesProps) {
  const { make, lines, period, refused, problem, onChange, onDates, onSecondOption } = props;
  const api = useStaffApi();
  const section = useRef<HTMLElement>(null);
  const free = useQuery(freeQuery(api, period, lines)).data;
  const prices = useQuery(
    itemPricesQuery(
      api,
      lines.map(({ id }) => id),
    ),
  ).data;
  const priced = lines.map(({ id, quantity }) => ({
    quantity,
    price: prices?.get(id) ?? 0,
    per_day: true,
    ...(period ?? NO_DATES),
  }));
  const figuresOf = ({ id }: DraftLine, at: number) =>
    free?.[at]?.id === id ? free[at] : undefined;
  const anyShort =
    refused.length > 0 || lines.some((line, at) => isLineShort(line, figuresOf(line, at), period));
  const change = (id: string, changed: Partial<DraftLine>) =>
    onChange(lines.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const choose = (id: string, choice: ShortChoice) => {
    // why: the pressed button disappears.
    section.current?.focus();
    if (choice.action === 'swap') onChange(withSwap(lines, id, choice.item));
    else if (choice.action === 'lower') change(id, { quantity: choice.quantity });
    else if (choice.action === 'hire') change(id, { hired: choice.pieces });
    else onDates({ from: choice.from, to: choice.to });
  };
  const isPriced = lines.length > 0 && lines.every(({ id }) => prices?.has(id));
  return (
    <section ref={section} tabIndex={-1} aria-label="Items" className="mt-3 mb-2 outline-none">
      <h3 className="mb-1.5 text-sm font-medium">Items</h3>
      {lines.length > 0 && (
        <ul className="divide-y divide-rule border-y border-rule text-sm">
          {lines.map((line, at) => (
            <DraftLineRow
              key={line.id}
              canHire={make === 'order'}
              line={line}
              price={prices?.get(line.id)}
              figures={figuresOf(line, at)}
              refused={refused.find(({ id }) => id === line.id)}
              period={period}
              onQuantity={(quantity) => change(line.id, { quantity })}
              onChoose={(choice) => choose(line.id, choice)}
              onHireNothing={() => {
                const { hired: _, ...own } = line;
                section.current?.focus();
                onChange(lines.map((one) => (one === line ? own : one)));
              }}
              onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
            />
          ))}
        </ul>
      )}
      <p role="alert" className="text-xs text-red empty:hidden">
        {problem}
        {refused.length > 0 && 'Not saved: not everything is free on these days.'}
      </p>
      {anyShort && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onSecondOption}>
          Save as second option
        </Button>
      )}
      {isPriced && (
        <p className="mt-2 text-right text-sm tabular-nums">
          Total {formatTotal(linesTotal(priced, NO_DISCOUNT).total)}{' '}
          <span className="text-xs text-ink-quiet">excl. GST</span>
        </p>
      )}
    </section>
  );
}

/** Whether a line has fewer pieces than it wants: those that are free on its days, and those hired in. */
function isLineShort(
  { quantity, hired = 0 }: DraftLine,
  figures: LineAvailability | undefined,
  period: RentalSpan | null,
): boolean {
  if (figures === undefined || period === null) return false;
  return isShort(figures, period.rental_from) && (figures.free ?? 0) + hired < quantity;
}

interface DraftLineRowProps {
  canHire: boolean;
  line: DraftLine;
  price: number | undefined;
  figures: LineAvailability | undefined;
  refused: ShortItem | undefined;
  period: RentalSpan | null;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onChoose: (choice: ShortChoice) => void;
  onHireNothing: () => void;
}

function DraftLineRow(props: DraftLineRowProps) {
  const { line, price, figures, refused, period, onQuantity, onRemove } = props;
  const short = refused !== undefined || isLineShort(line, figures, period);
  const facts = [
    line.code,
    price === undefined ? '' : `${formatPrice(price)}/day`,
    line.active ? '' : 'not active',
  ];
  return (
    <li
      data-short={refused ? '' : undefined}
      tabIndex={refused ? -1 : undefined}
      className="flex flex-wrap items-center gap-x-2 py-2"
    >
      <div className="min-w-0 grow basis-32">
        <p className="break-words">{line.name}</p>
        <p className="text-xs text-ink-quiet tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        <p
          className={classNames(
            'text-xs tabular-nums',
            short ? 'font-medium text-red' : 'text-ink-quiet',
          )}
        >
          {short && <CircleAlert aria-hidden size={14} className="-mt-0.5 mr-1 inline-block" />}
          {refused ? shortItemText(refused) : figures && figuresText(figures, short)}
        </p>
        {line.hired !== undefined && (
          <p className="flex flex-wrap items-center gap-x-2 text-xs tabular-nums">
            {line.hired} hired in
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Do not hire in ${line.name}`}
              onClick={props.onHireNothing}
            >
              Do not hire in
            </Button>
          </p>
        )}
      </div>
      <div className="-mr-3 flex">
        <div className="w-min">
          <QuantityStepper
            read={readQuantity}
            label={line.name}
            value={line.quantity}
            min={1}
            max={MOST_PIECES}
            onChange={onQuantity}
          />
        </div>
        <Button variant="quiet" iconOnly aria-label={`Remove ${line.name}`} onClick={onRemove}>
          <X aria-hidden size={16} />
        </Button>
      </div>
      {short && period && (
        <ShortChoices
          line={line}
          period={period}
          free={figures?.free ?? refused?.free ?? 0}
          nextFree={figures?.next_free ?? null}
          canHire={props.canHire}
          onChoose={props.onChoose}
        />
      )}
    </li>
  );
}

function figuresText(figures: LineAvailability, short: boolean): string {
  if (!short) return piecesText(figures);
  const next = nextFreeText({ next_free: figures.next_free });
  return ['Short', piecesText(figures), next].filter(Boolean).join(' · ');
}
