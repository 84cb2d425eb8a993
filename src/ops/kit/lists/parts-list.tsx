import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from '#ui/data-table.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { ReadFailure } from '../read-failure.tsx';
import { StaleNotice } from '../stale-notice.tsx';
import { ShowMore } from './show-more.tsx';

export interface PartsListProps<Row, Part extends { rows: readonly Row[] }> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'renderCard' | 'onOpen' | 'openKey' | 'empty'
> {
  read: UseInfiniteQueryResult<InfiniteData<Part>>;
  /** Title after a failed first read: 'The documents could not be loaded'. */
  failure: string;
  /** Above the table. */
  children?: ReactNode;
}

/** A list that is read in parts, as a table with `j`/`k` row keys; a button loads the next part. */
export function PartsList<Row, Part extends { rows: readonly Row[] }>({
  read,
  failure,
  children,
  ...table
}: PartsListProps<Row, Part>) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  if (read.isError && !read.data) return <ReadFailure level={2} title={failure} read={read} />;
  return (
    <div ref={list}>
      {read.isError && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {children}
      <DataTable
        {...table}
        rows={read.data?.pages.flatMap((part) => part.rows)}
        stale={read.isPlaceholderData}
        columnsFrom="80rem"
      />
      <ShowMore read={read} />
    </div>
  );
}
