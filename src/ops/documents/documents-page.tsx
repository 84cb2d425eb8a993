import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { documentsQuery } from '#data/documents.ts';
import type { ListedDocument } from '#domain/documents/document-record.ts';
import { readDocumentSearch, type DocumentSearch } from '#domain/documents/document-search.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { ReadFailure } from '../shell/read-failure.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { ShowMore } from '../shell/show-more.tsx';
import { StaleNotice } from '../shell/stale-notice.tsx';
import { CRM_ROLES } from '../shell/staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { DocumentCard } from './document-card.tsx';
import { DOCUMENT_COLUMNS } from './document-columns.tsx';
import { DocumentFilters } from './document-filters.tsx';

/** Props of {@link DocumentsPage}. */
export interface DocumentsPageProps {
  search: DocumentSearch;
  onSearch: (next: DocumentSearch) => void;
}

/** All quotes, invoices, credit notes and vouchers, newest first. */
export function DocumentsPage(props: DocumentsPageProps) {
  return (
    <RoleGate roles={CRM_ROLES} page="Documents">
      <h1 className="pt-6 text-xl font-semibold">Documents</h1>
      <List {...props} />
    </RoleGate>
  );
}

function List({ search, onSearch }: DocumentsPageProps) {
  const read = useInfiniteQuery(documentsQuery(useStaffApi(), search));
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const rows = read.data?.pages.flatMap((part) => part.rows);
  const open = ({ id }: ListedDocument) =>
    void navigate({ to: '/ops/documents/$id', params: { id } });
  return (
    <div ref={list} className="pt-4">
      <DocumentFilters
        search={search}
        onChange={(change) => onSearch(readDocumentSearch({ ...search, ...change }))}
      />
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.isError && !read.data ? (
        <ReadFailure level={2} title="The documents could not be loaded" read={read} />
      ) : (
        <DataTable
          label="Documents"
          columns={DOCUMENT_COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          renderCard={(row) => <DocumentCard document={row} customer={row.customer.name} />}
          onOpen={open}
          stale={read.isPlaceholderData}
          columnsFrom="80rem"
          empty={<Nothing search={search} onClear={() => onSearch({})} />}
        />
      )}
      <ShowMore read={read} />
    </div>
  );
}

function Nothing({ search, onClear }: { search: DocumentSearch; onClear: () => void }) {
  if (Object.keys(search).length === 0) {
    return (
      <PageMessage
        level={2}
        title="No documents yet"
        text="Open an enquiry or order and make a quote or an invoice under Documents."
      />
    );
  }
  return (
    <PageMessage
      level={2}
      title="No documents match"
      text="The search looks at the number and at the customer’s name, mobile and email."
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}
