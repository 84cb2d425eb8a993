import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SortHead } from './sort-head.tsx';
import { Skeleton } from './skeleton.tsx';
import { useMedia } from './use-media.ts';

/** One column of a table. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Replaces `header` in the table head: a checkbox for all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, tabular digits. */
  align?: 'start' | 'end';
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** Sort key of its header: `name`, or `-total` for descending first. A second press reverses it. */
  sort?: string;
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** A row as a card, on screens too narrow for columns. */
  renderCard: (row: Row) => ReactNode;
  /** Opens the row. One of its cells must have a link to the same place. */
  onOpen?: (row: Row) => void;
  /** Key of the open row. */
  openKey?: string | undefined;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The rows are of the previous query while the next one loads. */
  stale?: boolean | undefined;
  /** Current sort: a column's sort key, with '-' for descending. */
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** Minimum window width for columns; cards below it. */
  columnsFrom?: '64rem' | '80rem';
}

const SKELETON_ROWS = 12;

/**
 * A table with 36 px rows, sticky head and first column; cards on a narrow screen. Sorting, searching
 * and paging are the server's: rows are shown in the given order.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, renderCard, empty, stale, columnsFrom = '64rem' } = props;
  const wide = useMedia(`(min-width: ${columnsFrom})`);
  if (rows?.length === 0) {
    return <div className="border-b border-rule px-3 py-10">{empty}</div>;
  }
  if (wide) return <Columns {...props} />;
  return (
    <ul aria-label={label} aria-busy={!rows} className={classNames(stale && 'opacity-60')}>
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

function Columns<Row>({
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
    // why: a table that is too wide scrolls in here; its head is then sticky to this element only.
    <div
      className="overflow-x-auto min-[80rem]:overflow-x-visible"
      // why: otherwise the browser scrolls a focused control behind the first column, which is sticky.
      style={{ scrollPaddingLeft: columns[0]?.width }}
    >
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
                  // why: a sticky cell leaves its border behind, but not its shadow.
                  'sticky top-0 h-9 bg-paper px-3 text-xs font-medium whitespace-nowrap text-ink-quiet shadow-[inset_0_-1px_0_var(--color-rule)] min-[80rem]:top-14',
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
                      // why: the drawer returns focus to where it was.
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

/** Whether a click on a row opens it: not on a link or control, and not while text is selected. */
function opens(event: MouseEvent): boolean {
  const onControl =
    event.target instanceof Element && event.target.closest('a,button,input,select,label') !== null;
  return !onControl && !window.getSelection()?.toString();
}
