import { useState, type ReactNode } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { CartItem, CartLine } from '#domain/cart/cart-line.ts';
import type { LineStatus } from '#domain/cart/line-availability.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { SimilarItems } from './similar-items.tsx';
import { ACTION, SwapButton, SwappedNote } from './swap-line.tsx';

/** After a line's price: what is free of its item. A short line says it in its {@link LineRemedies}. */
export function LineStatusText({ status }: { status: LineStatus | undefined }) {
  if (!status || status.state === 'short') return null;
  return (
    <span className={`block @lg:inline ${status.state === 'free' ? 'text-teal-deep' : ''}`}>
      <span aria-hidden className="hidden @lg:inline">
        {' · '}
      </span>
      {status.text}
    </span>
  );
}

export interface LineRemediesProps {
  line: CartLine;
  dates: RentalDates;
  status: LineStatus | undefined;
  /** The item is for use in the studio only, and the cart has no set. */
  needsSet: boolean;
  /** The line that this one was swapped for. */
  former: CartLine | undefined;
  onSwap: (item: CartItem) => void;
  onPutBack: (former: CartLine) => void;
  onLower: (quantity: number) => void;
  onChangeDates: () => void;
}

/** Ways out of a line that is short on the visitor's dates, or that needs a set; null where there is nothing to do. */
export function LineRemedies(props: LineRemediesProps) {
  const { line, dates, status, needsSet, former, onSwap, onPutBack, onLower, onChangeDates } =
    props;
  const [similar, setSimilar] = useState(false);
  const isShort = status?.state === 'short';
  const lower = (quantity: number, button: HTMLElement) => {
    // why: the button disappears with the shortage; without this the focus would be lost.
    button.closest('li')?.querySelector('input')?.focus();
    onLower(quantity);
  };
  if (!isShort && !needsSet && !former) return null;
  return (
    <div className="col-span-full text-xs/5 text-pretty @lg:col-start-2 @lg:text-sm print:hidden">
      {isShort && (
        <p>
          <span className="block">
            <strong className="font-medium text-amber">{status.text}</strong>:{' '}
            {status.lowerTo !== null && (
              <Action
                label={`Lower ${line.name} to ${status.lowerTo}`}
                onClick={(button) => lower(status.lowerTo ?? 1, button)}
                end=","
              >
                lower
              </Action>
            )}{' '}
            <Action label={`Change dates of ${line.name}`} onClick={onChangeDates} end=",">
              change dates
            </Action>{' '}
            <Action
              label={`See similar to ${line.name}`}
              expanded={similar}
              onClick={() => setSimilar(!similar)}
            >
              see similar
            </Action>
          </span>
          <SwapButton line={line} dates={dates} onSwap={onSwap} />
        </p>
      )}
      {former && <SwappedNote former={former} onPutBack={() => onPutBack(former)} />}
      {needsSet && (
        <p className="text-ink-quiet">
          In-studio only, needs a set on those days:{' '}
          <a
            href={`${CATALOGUES.set.listPath}?from=${dates.from}&to=${dates.to}&free=1`}
            className={ACTION}
          >
            see free sets
          </a>
        </p>
      )}
      {isShort && similar && <SimilarItems line={line} dates={dates} />}
    </div>
  );
}

interface ActionProps {
  /** Accessible name, which begins with the visible words. */
  label: string;
  expanded?: boolean;
  onClick: (button: HTMLElement) => void;
  /** Punctuation after the words, on the same line. */
  end?: string;
  children: ReactNode;
}

function Action({ label, expanded, onClick, end, children }: ActionProps) {
  return (
    <span className="whitespace-nowrap">
      <button
        type="button"
        aria-label={label}
        aria-expanded={expanded}
        className={ACTION}
        onClick={(event) => onClick(event.currentTarget)}
      >
        {children}
      </button>
      {end}
    </span>
  );
}
