import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { formatCount } from '#ui/count.ts';
import { WholeDay } from './whole-day.ts';

export interface DueSectionProps {
  title: string;
  /** All entries, of which `shown` are listed. */
  total: number;
  shown: number;
  /** Coloured, since it is late. */
  isLate?: boolean;
  children: ReactNode;
}

/** One list of the day; nothing while it is empty. */
export function DueSection({ title, total, shown, isLate = false, children }: DueSectionProps) {
  const { show, isShowing } = useContext(WholeDay);
  const list = useRef<HTMLUListElement>(null);
  /** Number of rows when all were asked for here. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || shown <= before.current) return;
    // why: the button that was pressed is gone.
    list.current?.children[before.current]?.querySelector('a')?.focus();
    before.current = null;
  }, [shown]);
  if (total === 0) return null;
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="flex items-baseline gap-2 border-b border-rule pb-1.5 text-sm font-semibold print:break-after-avoid">
        <span className={isLate ? 'text-red' : undefined}>{title}</span>
        <span className="font-normal text-ink-quiet tabular-nums">{formatCount(total)}</span>
      </h2>
      <ul ref={list} className="divide-y divide-rule">
        {children}
      </ul>
      {total > shown && (
        <div className="flex flex-wrap items-center gap-x-4 border-t border-rule pt-2">
          <p className="text-sm text-ink-quiet">
            The first {shown} of {formatCount(total)}.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="print:hidden"
            busy={isShowing}
            aria-label={isShowing ? undefined : `Show all: ${title}`}
            onClick={() => {
              before.current = shown;
              show();
            }}
          >
            {isShowing ? 'Loading...' : 'Show all'}
          </Button>
        </div>
      )}
    </section>
  );
}
