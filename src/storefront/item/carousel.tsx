import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

/** Props of {@link Carousel}. */
export interface CarouselProps {
  /** Id of the heading that names the row. */
  labelledBy: string;
  heading: ReactNode;
  /** Classes for the gap between the cards. */
  className?: string | undefined;
  /** The cards, each an `<li>` that says how wide it is. */
  children: ReactNode;
}

/**
 * A heading and under it one row of cards that is scrolled by swiping, by tabbing from card to card,
 * by the arrow keys while a card has the focus, and on a wide screen by two buttons.
 */
export function Carousel({ labelledBy, heading, className, children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const ends = useEnds(row);
  const turn = (direction: 1 | -1) => {
    row.current?.scrollBy({ left: direction * row.current.clientWidth });
  };
  return (
    <>
      <div className="mb-5 flex min-h-11 items-center justify-between gap-6 lg:mb-6">
        {heading}
        {!(ends.first && ends.last) && (
          <div className="hidden gap-2 md:flex">
            <Turn label="Previous" end={ends.first} onClick={() => turn(-1)}>
              <ChevronLeft aria-hidden size={20} />
            </Turn>
            <Turn label="Next" end={ends.last} onClick={() => turn(1)}>
              <ChevronRight aria-hidden size={20} />
            </Turn>
          </div>
        )}
      </div>
      <ul
        ref={row}
        aria-labelledby={labelledBy}
        className={classNames(
          'carousel flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain motion-safe:scroll-smooth',
          className,
        )}
      >
        {children}
      </ul>
    </>
  );
}

interface TurnProps {
  label: string;
  /** Nothing lies further this way. */
  end: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** why: at an end the button stays focusable, or the focus would be lost on the way. */
function Turn({ label, end, onClick, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-disabled={end || undefined}
      onClick={onClick}
      className={buttonClass({ variant: 'secondary', iconOnly: true })}
    >
      {children}
    </button>
  );
}

/** Whether a row is scrolled to its ends; both while all of it is visible. */
function useEnds(row: RefObject<HTMLElement | null>): { first: boolean; last: boolean } {
  const [first, setFirst] = useState(true);
  const [last, setLast] = useState(true);
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      setFirst(element.scrollLeft < 2);
      setLast(rest < 2);
    };
    const sizes = new ResizeObserver(look);
    for (const card of [element, ...element.children]) sizes.observe(card);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);
  return { first, last };
}
