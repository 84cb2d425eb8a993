import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ENQUIRIES_PER_PAGE, type Enquiry, type EnquiryPage } from '#data/enquiries.ts';
import { LONGEST_SEARCH, type CrmSearch } from '#domain/crm/crm-search.ts';
import { enquiryNumber } from '#domain/crm/enquiry.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Pager } from '#ui/pager.tsx';
import { notify } from '#ui/toast.tsx';
import type { SetCrmSearch } from '../crm/crm-page.tsx';
import { SearchBox } from '../shell/search-box.tsx';
import { EnquiryCard } from './enquiry-card.tsx';
import { enquiryColumns } from './enquiry-columns.tsx';
import { EnquiryDrawer } from './enquiry-drawer.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** Props of {@link EnquiriesTab}. */
export interface EnquiriesTabProps {
  list: UseQueryResult<EnquiryPage>;
  search: CrmSearch;
  onSearch: SetCrmSearch;
}

const keyOf = (enquiry: Enquiry) => enquiry.id;

/** The enquiries that are not converted, newest first; one of them may be open in the drawer. */
export function EnquiriesTab({ list, search, onSearch }: EnquiriesTabProps) {
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  useFailureNotice(list);
  usePageThatExists(list, search, onSearch);

  const { enquiry: openNumber, ...closed } = search;
  const enquiries = list.isError && !list.data ? [] : list.data?.enquiries;
  const open = enquiries?.find((enquiry) => enquiryNumber(enquiry) === openNumber);
  return (
    <div ref={rows} className="pt-4">
      <SearchBox
        label="search enquiries"
        value={search.q ?? ''}
        maxLength={LONGEST_SEARCH}
        onChange={(q) =>
          onSearch(q ? { tab: search.tab, q } : { tab: search.tab }, { replace: true })
        }
      />
      {list.isError && list.data && <StaleNotice list={list} />}
      <DataTable
        label="Enquiries"
        columns={enquiryColumns(search)}
        rows={enquiries}
        rowKey={keyOf}
        openKey={open?.id}
        stale={list.isPlaceholderData}
        renderCard={(enquiry) => <EnquiryCard enquiry={enquiry} search={search} />}
        onOpen={(enquiry) => onSearch({ ...search, enquiry: enquiryNumber(enquiry) })}
        empty={<Nothing list={list} search={search} onSearch={onSearch} />}
      />
      {list.data && list.data.total > ENQUIRIES_PER_PAGE && (
        <Pager
          page={search.page ?? 1}
          perPage={ENQUIRIES_PER_PAGE}
          total={list.data.total}
          onChange={(page) => {
            const { page: _page, ...first } = closed;
            onSearch(page > 1 ? { ...first, page } : first);
            window.scrollTo({ top: 0 });
          }}
        />
      )}
      <EnquiryDrawer
        number={openNumber}
        known={open}
        onClose={() => openNumber !== undefined && onSearch(closed, { replace: true })}
      />
    </div>
  );
}

function Nothing({ list, search, onSearch }: EnquiriesTabProps) {
  if (list.isError) return <CouldNotLoad list={list} />;
  if (search.q === undefined) {
    return (
      <PageMessage
        level={2}
        title="Currently there are no enquiries"
        text="What visitors send from My Order appears here by itself."
      />
    );
  }
  return (
    <PageMessage
      level={2}
      title="No enquiries found matching your criteria"
      text="The search looks at number, customer name, mobile and email."
      action={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onSearch({ tab: search.tab }, { replace: true })}
        >
          Clear search
        </Button>
      }
    />
  );
}

function CouldNotLoad({ list }: { list: UseQueryResult<EnquiryPage> }) {
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

/** why: a list that somebody is reading stays when it cannot be renewed, and says how old it is. */
function StaleNotice({ list }: { list: UseQueryResult<EnquiryPage> }) {
  const since = formatMoment(new Date(list.dataUpdatedAt).toISOString());
  return (
    <p role="status" className="flex items-center gap-2 bg-amber-pale px-3 py-1 text-sm">
      Not up to date: as of {since}.
      <Button variant="quiet" size="sm" onClick={() => void list.refetch()}>
        Try again
      </Button>
    </p>
  );
}

function useFailureNotice(list: UseQueryResult<EnquiryPage>) {
  const { error, errorUpdatedAt } = list;
  const empty = list.data === undefined;
  useEffect(() => {
    if (errorUpdatedAt > 0 && error && empty) {
      notify.failure('Error loading enquiries', { description: error.message });
    }
  }, [error, errorUpdatedAt, empty]);
}

/** why: enquiries leave the list, and an old address may name a page behind its end. */
function usePageThatExists(
  list: UseQueryResult<EnquiryPage>,
  search: CrmSearch,
  onSearch: SetCrmSearch,
) {
  const beyond = search.page !== undefined && list.data?.enquiries.length === 0;
  useEffect(() => {
    if (!beyond || list.isPlaceholderData) return;
    const { page: _page, ...first } = search;
    onSearch(first, { replace: true });
  }, [beyond, list.isPlaceholderData, search, onSearch]);
}
