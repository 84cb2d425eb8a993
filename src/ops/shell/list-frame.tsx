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

/** Texts of a list. */
export interface ListTexts {
  /** Label of the search box. */
  search: string;
  /** Title of the notice after a failed read; undefined for no notice. */
  failure: string | undefined;
  /** Shown while the first rows load. */
  loading?: string;
  /** The list is empty, and a hint on how it fills. */
  nothing: string;
  nothingHint: string;
  /** Nothing matches, and a hint on what is searched. */
  noMatch: string;
  noMatchHint: string;
}

/** Props of {@link ListFrame}. */
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

/** The filters; collapsed on narrow screens unless one is set. */
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
        isNotified={texts.failure !== undefined}
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
