import type { UseQueryResult } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ROWS_PER_PAGE, type ListPage } from '#data/crm-list.ts';
import {
  changeList,
  DEFAULT_SORT,
  isNarrowed,
  LONGEST_SEARCH,
  turnPage,
  type CrmSearch,
} from '#domain/crm/crm-search.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Pager } from '#ui/pager.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { useFailureNotice } from '../shell/failure-notice.ts';
import { SearchBox } from '../shell/search-box.tsx';
import type { SetCrmSearch } from './crm-tab.ts';
import { CsvExport, type CsvSource } from './csv-export.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** A list's own words, to the letter of the spec where it has them (back office §2, §8). */
export interface CrmListTexts {
  /** Names the table: 'Enquiries'. */
  label: string;
  /** Names the search box: 'search enquiries'. */
  search: string;
  /** 'Error loading enquiries' */
  failure: string;
  /** There is nothing at all; and what will change that. */
  nothing: string;
  nothingHint: string;
  /** Nothing meets the criteria; and what the search looks at. */
  noMatch: string;
  noMatchHint: string;
}

/** Props of {@link CrmList}. */
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
  /** Beside the search: what narrows the list, and chips of what does. */
  filters?: ReactNode;
  /** The list as a file. */
  csv?: CsvSource<Row>;
}

/**
 * One list of the CRM: search, filters, rows that sort by their heads, pages with the total, `j` and
 * `k` through the rows. What it shows is in the address.
 */
export function CrmList<Row>(props: CrmListProps<Row>) {
  const { texts, list, search, onSearch, filters } = props;
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  useFailureNotice(texts.failure, {
    // why: rows that somebody is reading stay; the stale notice says how old they are.
    error: list.data ? null : list.error,
    errorUpdatedAt: list.errorUpdatedAt,
  });
  usePageThatExists(list, search, onSearch);
  return (
    <div ref={rows} className="pt-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label={texts.search}
          value={search.q ?? ''}
          maxLength={LONGEST_SEARCH}
          onChange={(q) => onSearch(changeList(search, { q }), { replace: true })}
        />
        <Filters search={search}>{filters}</Filters>
        {props.csv && (
          <div className="ml-auto">
            <CsvExport source={props.csv} />
          </div>
        )}
      </div>
      {list.isError && list.data && (
        <StaleNotice since={list.dataUpdatedAt} onRetry={() => void list.refetch()} />
      )}
      <DataTable
        label={texts.label}
        columns={props.columns}
        rows={list.isError && !list.data ? [] : list.data?.items}
        rowKey={props.rowKey}
        openKey={props.openKey}
        stale={list.isPlaceholderData}
        renderCard={props.renderCard}
        onOpen={props.onOpen}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => onSearch(changeList(search, { sort }), { replace: true })}
        empty={<Nothing {...props} />}
      />
      {list.data && list.data.items.length > 0 && (
        <Pager
          page={search.page ?? 1}
          perPage={ROWS_PER_PAGE}
          shown={list.data.items.length}
          total={list.data.total}
          exact={list.data.total_is_exact}
          more={list.data.next !== null}
          onChange={(page) => {
            onSearch(turnPage(search, page));
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}

/** What narrows the list; on a narrow screen behind a button, unless something does. */
function Filters({ search, children }: { search: CrmSearch; children: ReactNode }) {
  const { q: _q, ...filters } = search;
  const [shown, setShown] = useState(isNarrowed(filters));
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

function Nothing<Row>({ texts, list, search, onSearch }: CrmListProps<Row>) {
  if (list.isError) {
    return (
      <PageMessage
        level={2}
        title="The list could not be loaded"
        action={
          <Button
            variant="secondary"
            size="sm"
            busy={list.isFetching}
            onClick={() => void list.refetch()}
          >
            Try again
          </Button>
        }
      />
    );
  }
  if (!isNarrowed(search)) {
    return <PageMessage level={2} title={texts.nothing} text={texts.nothingHint} />;
  }
  return (
    <PageMessage
      level={2}
      title={texts.noMatch}
      text={texts.noMatchHint}
      action={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onSearch({ tab: search.tab }, { replace: true })}
        >
          Clear search and filters
        </Button>
      }
    />
  );
}

/** why: rows leave a list, and an old address may name a page behind its end. */
function usePageThatExists(
  list: UseQueryResult<ListPage<unknown>>,
  search: CrmSearch,
  onSearch: SetCrmSearch,
) {
  const beyond = search.page !== undefined && list.data?.items.length === 0;
  useEffect(() => {
    if (beyond && !list.isPlaceholderData) onSearch(turnPage(search, 1), { replace: true });
  }, [beyond, list.isPlaceholderData, search, onSearch]);
}
