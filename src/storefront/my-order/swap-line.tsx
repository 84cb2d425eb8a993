import { useEffect, useRef } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { CartItem, CartLine } from '#domain/cart/cart-line.ts';
import { formatPrice } from '#domain/money.ts';
import { useSimilarFree } from '#storefront/cart/use-similar-free.ts';

/** Words of a line that act. why the pseudo-element: they are 20 px tall, too small a target for a thumb. */
export const ACTION =
  'relative font-medium text-teal underline underline-offset-4 after:absolute after:-inset-1.5 hover:text-teal-deep';

export interface SwapButtonProps {
  line: CartLine;
  dates: RentalDates;
  onSwap: (item: CartItem) => void;
}

/**
 * Puts the nearest item that is free on these dates, and not in the order yet, in a short line's place. Its room is
 * kept while it is looked for, and no name is taller than that, so that nothing below it moves.
 */
export function SwapButton({ line, dates, onSwap }: SwapButtonProps) {
  const [free] = useSimilarFree(line, dates).items;
  return (
    <span className="flex min-h-10 items-baseline gap-x-1 @2xl:min-h-6">
      {free && (
        <>
          <span className="shrink-0">or</span>
          <button
            type="button"
            className={`${ACTION} flex min-h-6 min-w-0 items-end gap-x-2 text-left`}
            onClick={() =>
              onSwap({ type: free.kind, id: free.id, name: free.name, price: free.price })
            }
          >
            <span className="line-clamp-2 wrap-anywhere @2xl:line-clamp-1">
              swap for {free.name}
            </span>
            <span className="shrink-0">{formatPrice(free.price)}/day</span>
            <span className="sr-only">, in place of {line.name}</span>
          </button>
        </>
      )}
    </span>
  );
}

export interface SwappedNoteProps {
  /** The line that was there before. */
  former: CartLine;
  onPutBack: () => void;
}

/** Under a line that was swapped in: what it is in place of, and back. It takes the focus of the button that did it. */
export function SwappedNote({ former, onPutBack }: SwappedNoteProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <p className="text-ink-quiet">
      In place of {former.name}.{' '}
      <button ref={button} type="button" className={ACTION} onClick={onPutBack}>
        Put back <span className="sr-only">{former.name}</span>
      </button>
    </p>
  );
}
