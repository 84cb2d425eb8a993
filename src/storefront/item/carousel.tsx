import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface CarouselProps {
  /** Id of the heading that names the row. */
  labelledBy: string;
  heading: ReactNode;
  /** Classes for the gap between the cards. */
  className?: string | undefined;
  /** The cards, each an `<li>` that sets its own width. */
  children: ReactNode;
}

/**
 * A heading and a horizontally scrolling row of cards. It scrolls by swipe, Tab and arrow keys, and on
 * a wide screen by two buttons.
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
  /** Scrolled to the end in this direction. */
  end: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** why aria-disabled: a disabled button would lose the focus at the end of the row. */
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

/** Whether a row is scrolled to its first or last card; both while all of it is visible. */
function useEnds(row: RefObject<HTMLElement | null>): { first: boolean; last: boolean } {
  const [first, setFirst] = useState(true);
  const [last, setLast] = useState(true);
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const update = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      setFirst(element.scrollLeft < 2);
      setLast(rest < 2);
    };
    const sizes = new ResizeObserver(update);
    for (const card of [element, ...element.children]) sizes.observe(card);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [row]);
  return { first, last };
}
