import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SortHeadProps {
  /** Sort key of the first press: `name`, or `-total` for descending; undefined if not sortable. */
  by: string | undefined;
  /** Current sort of the list. */
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  className: string;
  children: ReactNode;
}

/** A column header: a button if the list can be sorted by it, with `aria-sort`. */
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
            // why absolute: a header over numbers must align with them.
            'absolute left-full ml-0.5',
            !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </th>
  );
}
