import { useState, type ReactNode } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { LineStatus } from '#domain/cart/line-availability.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { SimilarItems } from './similar-items.tsx';

/** Props of {@link LineStatusText}. */
export interface LineStatusTextProps {
  line: CartLine;
  dates: RentalDates;
  /** Undefined while it is read, and where it is not known. */
  status: LineStatus | undefined;
  /** The item is for use in the studio only, and the cart has no set. */
  needsSet: boolean;
  onLower: (quantity: number) => void;
  onChangeDates: () => void;
}

/** What is free of a line's item on the visitor's dates; of a short line, with ways out. */
export function LineStatusText(props: LineStatusTextProps) {
  const { line, dates, status, needsSet, onLower, onChangeDates } = props;
  const [similar, setSimilar] = useState(false);
  const isShort = status?.state === 'short';
  const lower = (quantity: number, button: HTMLElement) => {
    // why: the button disappears with the shortage; without this the focus would be lost.
    button.closest('li')?.querySelector('input')?.focus();
    onLower(quantity);
  };
  return (
    // why: two lines are reserved, so that the answer moves nothing.
    <div className="min-h-11 w-full text-sm text-pretty print:hidden">
      {status && (
        <p className={isShort ? 'text-ink' : 'text-ink-quiet'}>
          {isShort ? (
            <>
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
            </>
          ) : (
            status.text
          )}
        </p>
      )}
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

/** why the pseudo-element: the words are 20 px tall, too small a target for a thumb. */
const ACTION =
  'relative font-medium text-teal underline underline-offset-4 after:absolute after:-inset-1.5 hover:text-teal-deep';

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
