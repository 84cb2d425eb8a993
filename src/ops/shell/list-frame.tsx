import type { UseQueryResult } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ROWS_PER_PAGE, type ListPage } from '#data/list.ts';
import { LONGEST_SEARCH, type ListSearch } from '#domain/list-search.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Pager } from '#ui/pager.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { ReadFailure } from './read-failure.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useFailureNotice } from './failure-notice.ts';
import { ListSearchBox } from './list-search-box.tsx';

/** A list's own words. */
export interface ListTexts {
  /** Names the search box. */
  search: string;
  /** Title of the notice when it cannot be read; without one only the page says so. */
  failure: string | undefined;
  /** Said while the first rows are on their way, where the spec has words for it. */
  loading?: string;
  /** There is nothing at all; and what will change that. */
  nothing: string;
  nothingHint: string;
  /** Nothing meets the criteria; and what the search looks at. */
  noMatch: string;
  noMatchHint: string;
}

/** Props of {@link ListFrame}. */
export interface ListFrameProps<Row> {
  texts: ListTexts;
  list: UseQueryResult<ListPage<Row>>;
  search: ListSearch;
  /** Whether something but the search narrows the list. */
  filtered: boolean;
  onSearch: (q: string) => void;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** Takes search and filters away. */
  onClear: () => void;
  /** Beside the search: what narrows the list; on a narrow screen behind a button. */
  filters?: ReactNode;
  /** At the end of that row. */
  tools?: ReactNode;
  /** The rows, undefined while the first are loading, and what stands in their place. */
  children: (rows: readonly Row[] | undefined, empty: ReactNode) => ReactNode;
}

/**
 * What is around the rows of every list: search, filters, what to say when there are none, pages
 * with the total, `j` and `k` through the rows.
 */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { texts, list, search, onPage } = props;
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  useFailureNotice(texts.failure ?? '', {
    // why: rows that somebody is reading stay; the stale notice says how old they are.
    error: list.data || texts.failure === undefined ? null : list.error,
    errorUpdatedAt: list.errorUpdatedAt,
  });
  usePageThatExists(list, search, onPage);
  return (
    <div ref={rows} className="pt-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ListSearchBox
          label={texts.search}
          value={search.q ?? ''}
          maxLength={LONGEST_SEARCH}
          onChange={props.onSearch}
        />
        <Filters shownFirst={props.filtered}>{props.filters}</Filters>
        {props.tools && <div className="ml-auto flex items-center gap-2">{props.tools}</div>}
      </div>
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
          total={list.data.total}
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

/** What narrows the list; on a narrow screen behind a button, unless something does. */
function Filters({ shownFirst, children }: { shownFirst: boolean; children: ReactNode }) {
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

function Nothing<Row>({ texts, list, search, filtered, onClear }: ListFrameProps<Row>) {
  if (list.isError) {
    return (
      <ReadFailure
        level={2}
        title="The list could not be loaded"
        read={list}
        told={texts.failure !== undefined}
      />
    );
  }
  if (!filtered && search.q === undefined) {
    return <PageMessage level={2} title={texts.nothing} text={texts.nothingHint} />;
  }
  return (
    <PageMessage
      level={2}
      title={texts.noMatch}
      text={texts.noMatchHint}
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}

/** why: rows leave a list, and an old address may name a page behind its end. */
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
