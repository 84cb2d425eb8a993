import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface NarrowFiltersProps {
  /** Whether they are shown at first on narrow screens. */
  shownFirst: boolean;
  children: ReactNode;
}

/** Filters of a list; behind a button on narrow screens. */
export function NarrowFilters({ shownFirst, children }: NarrowFiltersProps) {
  const [shown, setShown] = useState(shownFirst);
  return (
    <>
      <Button
        variant="secondary"
        aria-expanded={shown}
        className="sm:hidden"
        onClick={() => setShown(!shown)}
      >
        <SlidersHorizontal aria-hidden size={16} />
        Filters
      </Button>
      <div className={classNames('contents', !shown && 'max-sm:hidden')}>{children}</div>
    </>
  );
}
