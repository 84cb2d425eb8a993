import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link SortHead}. */
export interface SortHeadProps {
  /** What the first press sorts by: `name`, or `-total` descending; undefined where nothing does. */
  by: string | undefined;
  /** How the list is sorted. */
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  className: string;
  children: ReactNode;
}

/** A column's head: a button where the list can be sorted by it, with `aria-sort` where it is. */
export function SortHead({ by, sort, onSort, className, children }: SortHeadProps) {
  if (!by || !onSort) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const other = by.startsWith('-') ? by.slice(1) : `-${by}`;
  const sorted = sort === by || sort === other;
  const descending = (sorted ? sort : by).startsWith('-');
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort(sort === by ? other : by)}
        className={classNames(
          'group relative inline-flex h-9 max-w-full items-center rounded-sm hover:text-ink',
          sorted && 'text-ink',
        )}
      >
        <span className="truncate">{children}</span>
        <Arrow
          aria-hidden
          size={14}
          className={classNames(
            // why: beside the words, so that a head over numbers ends where they end.
            'absolute left-full ml-0.5',
            !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </th>
  );
}
