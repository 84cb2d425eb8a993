import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import type { ListPage } from '#data/core/list-answers.ts';
import { changeList, hasCriteria, turnPage, type CrmSearch } from '#domain/crm/crm-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { ListFrame, type ListTexts } from '../../kit/lists/list-frame.tsx';
import type { SetCrmSearch } from './crm-tab.ts';
import { ListSortSelect } from '../../kit/lists/list-sort-select.tsx';
import { CsvExport, type CsvSource } from '../../kit/export/csv-export.tsx';

/** Texts of a CRM list. */
export interface CrmListTexts extends ListTexts {
  /** Accessible name of the table: 'Enquiries'. */
  label: string;
}

export interface CrmListProps<Row> {
  texts: CrmListTexts;
  list: UseQueryResult<ListPage<Row>>;
  search: CrmSearch;
  onSearch: SetCrmSearch;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  /** Key of the row that is open. */
  openKey?: string | undefined;
  /** Filters beside the search box. */
  filters?: ReactNode;
  /** At the end of the same row, before the export. */
  tools?: ReactNode;
  /** CSV export of the list. */
  csv?: CsvSource<Row>;
}

/**
 * A list of the CRM: search, filters, sortable columns, pages with the total, and `j`/`k` row keys.
 * Its state is in the address.
 */
export function CrmList<Row>(props: CrmListProps<Row>) {
  const { texts, list, search, onSearch } = props;
  const { q: _q, ...filters } = search;
  const onPage = useCallback(
    (page: number, options?: { replace: boolean }) =>
      onSearch((now) => turnPage(now, page), options),
    [onSearch],
  );
  const onSort = (sort: string | undefined) =>
    onSearch((now) => changeList(now, { sort }), { replace: true });
  return (
    <ListFrame
      texts={texts}
      list={list}
      search={search}
      filtered={hasCriteria(filters)}
      onSearch={(q) => onSearch((now) => changeList(now, { q }), { replace: true })}
      onPage={onPage}
      onClear={() => onSearch(({ tab }) => ({ tab }), { replace: true })}
      filters={
        <>
          {props.filters}
          <ListSortSelect columns={props.columns} sort={search.sort} onSort={onSort} />
        </>
      }
      tools={
        <>
          {props.tools}
          {props.csv && <CsvExport source={props.csv} />}
        </>
      }
    >
      {(rows, empty) => (
        <DataTable
          label={texts.label}
          columns={props.columns}
          rows={rows}
          rowKey={props.rowKey}
          openKey={props.openKey}
          stale={list.isPlaceholderData}
          renderCard={props.renderCard}
          onOpen={props.onOpen}
          sort={search.sort ?? DEFAULT_SORT}
          onSort={onSort}
          // why: below this width the columns would scroll horizontally.
          columnsFrom="80rem"
          empty={empty}
        />
      )}
    </ListFrame>
  );
}
