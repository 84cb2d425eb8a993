import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { ROWS_PER_PAGE } from '#data/core/list.ts';
import type { ListPage } from '#data/core/list-answers.ts';
import type { ListSearch } from '#domain/list-search.ts';
import { Pager } from '#ui/pager.tsx';
import { Said } from '#ui/said.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { ReadFailure } from '../read-failure.tsx';
import { StaleNotice } from '../stale-notice.tsx';
import { useFailureNotice } from '../failure-notice.ts';
import { NarrowFilters } from '../filters/narrow-filters.tsx';
import { foundText } from './found-text.ts';
import { ListSearchBox } from './list-search-box.tsx';
import { NoRows, type NoRowsProps } from './no-rows.tsx';

/** Texts of a list. */
export interface ListTexts extends Pick<NoRowsProps, 'nothing' | 'nothingHint' | 'noMatch'> {
  /** Label of the search box. */
  search: string;
  /** Title of the notice after a failed read; undefined for no notice. */
  failure: string | undefined;
  /** Shown while the first rows load. */
  loading?: string;
  noMatchHint: string;
}

export interface ListFrameProps<Row> {
  texts: ListTexts;
  list: UseQueryResult<ListPage<Row>>;
  search: ListSearch;
  /** Whether any filter is set, the search aside. */
  filtered: boolean;
  onSearch: (q: string) => void;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** Clears search and filters. */
  onClear: () => void;
  /** Filters beside the search box; behind a button on narrow screens. */
  filters?: ReactNode;
  /** At the end of the same row. */
  tools?: ReactNode;
  /** Renders the rows, undefined while the first load, or the empty state. */
  children: (rows: readonly Row[] | undefined, empty: ReactNode) => ReactNode;
}

/** Nothing while a search is on its way. */
const saidOf = ({ data, isPlaceholderData }: UseQueryResult<ListPage<unknown>>) =>
  data && !isPlaceholderData && data.total !== null
    ? foundText(data.total, data.total_is_exact)
    : '';

/**
 * The frame of every list: search, filters, empty and error states, pages with the total, and `j`/`k`
 * row keys.
 */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { texts, list, search, onPage } = props;
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  useFailureNotice(texts.failure ?? '', {
    // why: stale rows stay on the screen, and the stale notice shows their age.
    error: list.data || texts.failure === undefined ? null : list.error,
    errorUpdatedAt: list.errorUpdatedAt,
  });
  usePageThatExists(list, search, onPage);
  return (
    <div ref={rows} className="pt-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ListSearchBox label={texts.search} value={search.q ?? ''} onChange={props.onSearch} />
        <NarrowFilters shownFirst={props.filtered}>{props.filters}</NarrowFilters>
        {props.tools && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{props.tools}</div>
        )}
      </div>
      <Said>{saidOf(list)}</Said>
      {list.isError && list.data && (
        <StaleNotice since={list.dataUpdatedAt} onRetry={() => void list.refetch()} />
      )}
      {props.children(list.isError && !list.data ? [] : list.data?.items, <Nothing {...props} />)}
      {texts.loading && list.isPending && (
        <p role="status" className="py-4 text-sm text-ink-quiet">
          {texts.loading}
        </p>
      )}
      {list.data && list.data.items.length > 0 && (
        <Pager
          page={search.page ?? 1}
          perPage={ROWS_PER_PAGE}
          shown={list.data.items.length}
          total={list.data.total ?? 0}
          exact={list.data.total_is_exact}
          more={list.data.next !== null}
          onChange={(page) => {
            onPage(page);
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}

function Nothing<Row>({ texts, list, search, filtered, onClear }: ListFrameProps<Row>) {
  if (list.isError) {
    return (
      <ReadFailure
        level={2}
        title="The list could not be loaded"
        read={list}
        isNotified={texts.failure !== undefined}
      />
    );
  }
  return <NoRows {...texts} filtered={filtered || search.q !== undefined} onClear={onClear} />;
}

/** why: lists shrink, and a bookmarked page may be past the end. */
function usePageThatExists(
  list: UseQueryResult<ListPage<unknown>>,
  search: ListSearch,
  onPage: (page: number, options: { replace: boolean }) => void,
) {
  const beyond =
    search.page !== undefined && list.data?.items.length === 0 && !list.isPlaceholderData;
  useEffect(() => {
    if (beyond) onPage(1, { replace: true });
  }, [beyond, onPage]);
}
