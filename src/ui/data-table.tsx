import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SortHead } from './sort-head.tsx';
import { Skeleton } from './skeleton.tsx';
import { useMedia } from './use-media.ts';

/** One column of a ledger. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Stands in the head in the place of its words: a checkbox for all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: aligned to the right, digits under digits. */
  align?: 'start' | 'end';
  /** Width of the column as a CSS length; columns without one share what is left. */
  width?: string;
  /** What its head sorts the list by when pressed, and after that the other way: `name`, `-total`. */
  sort?: string;
}

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> {
  /** Names the table for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** A row as a card, for screens that are too narrow for columns. */
  renderCard: (row: Row) => ReactNode;
  /** Opens the row. The cell that names the row must hold a link to the same place. */
  onOpen?: (row: Row) => void;
  /** Key of the row that is open now. */
  openKey?: string | undefined;
  /** Stands in the place of the rows when there are none. */
  empty: ReactNode;
  /** The rows are those of before, while others are on their way. */
  stale?: boolean | undefined;
  /** How the list is sorted: a column's key of sorting, with '-' before it descending. */
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** Width of the window from which rows are columns and not cards. */
  columnsFrom?: '64rem' | '76rem';
}

const SKELETON_ROWS = 12;

/**
 * A ledger: 36 px rows, a head and a first column that stay, numbers aligned, cards on a narrow
 * screen. Sorting, searching and paging belong to the server: the table draws what it is given.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, renderCard, empty, stale, columnsFrom = '64rem' } = props;
  const wide = useMedia(`(min-width: ${columnsFrom})`);
  if (rows?.length === 0) {
    return <div className="border-b border-rule px-3 py-10">{empty}</div>;
  }
  if (wide) return <Ledger {...props} />;
  return (
    <ul
      aria-label={label}
      aria-busy={!rows}
      className={classNames('sm:grid sm:grid-cols-2 sm:gap-x-8', stale && 'opacity-60')}
    >
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)} className="min-w-0 border-b border-rule">
              {renderCard(row)}
            </li>
          ))
        : skeletonKeys.map((key) => (
            <li key={key} className="space-y-2.5 border-b border-rule py-4">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-4 w-4/5" />
            </li>
          ))}
    </ul>
  );
}

const skeletonKeys = Array.from({ length: SKELETON_ROWS }, (_, index) => index);

function Ledger<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  openKey,
  stale,
  sort,
  onSort,
}: DataTableProps<Row>) {
  return (
    // why: where the columns do not fit, they scroll in here, and the page's scrolling no longer
    // reaches the sticky head.
    <div className="overflow-x-auto min-[76rem]:overflow-x-visible">
      <table
        aria-label={label}
        aria-busy={!rows}
        className="w-full min-w-[72rem] table-fixed text-sm"
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <SortHead
                key={column.key}
                by={column.sort}
                sort={sort}
                onSort={onSort}
                className={classNames(
                  // why: a border does not travel with a sticky cell, a shadow does.
                  'sticky top-0 h-9 bg-paper px-3 text-xs font-medium whitespace-nowrap text-ink-quiet shadow-[inset_0_-1px_0_var(--color-rule)] min-[76rem]:top-14',
                  index === 0 ? 'left-0 z-11' : 'z-10',
                  align(column),
                )}
              >
                {column.head ?? column.header}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody className={classNames(stale && 'opacity-60')}>
          {rows
            ? rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  onClick={
                    onOpen &&
                    ((event) => {
                      if (!opens(event)) return;
                      // why: what opens gives the focus back to where it was.
                      event.currentTarget.querySelector('a')?.focus({ preventScroll: true });
                      onOpen(row);
                    })
                  }
                  className={classNames(
                    'h-9 border-b border-rule',
                    rowKey(row) === openKey ? 'bg-teal-pale' : 'bg-paper',
                    onOpen && 'cursor-pointer hover:bg-paper-deep',
                  )}
                >
                  {columns.map((column, index) => (
                    <td
                      key={column.key}
                      className={classNames(
                        'truncate px-3',
                        index === 0 && 'sticky left-0 z-1 bg-inherit',
                        align(column),
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : skeletonKeys.map((key) => (
                <tr key={key} className="h-9 border-b border-rule">
                  {columns.map((column) => (
                    <td key={column.key} className="px-3">
                      <Skeleton className="h-3.5 w-3/4" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function align<Row>(column: Column<Row>): string {
  return column.align === 'end' ? 'text-right tabular-nums' : 'text-left';
}

/** Whether a press on a row means the row: not a link or control in it, and not marked text. */
function opens(event: MouseEvent): boolean {
  const onControl =
    event.target instanceof Element && event.target.closest('a,button,input,select,label') !== null;
  return !onControl && !window.getSelection()?.toString();
}
