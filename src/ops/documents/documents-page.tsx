import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { documentsQuery } from '#data/documents/documents.ts';
import type { ListedDocument } from '#domain/documents/document-record.ts';
import { readDocumentSearch, type DocumentSearch } from '#domain/documents/document-search.ts';
import { RoleGate } from '../kit/role-gate.tsx';
import { NoRows } from '../kit/lists/no-rows.tsx';
import { PartsList } from '../kit/lists/parts-list.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DocumentCard } from './document-card.tsx';
import { DOCUMENT_COLUMNS } from './document-columns.tsx';
import { DocumentFilters } from './document-filters.tsx';

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
  const open = ({ id }: ListedDocument) =>
    void navigate({ to: '/ops/documents/$id', params: { id } });
  return (
    <div className="pt-4">
      <DocumentFilters
        search={search}
        onChange={(change) => onSearch(readDocumentSearch({ ...search, ...change }))}
      />
      <PartsList
        read={read}
        failure="The documents could not be loaded"
        label="Documents"
        columns={DOCUMENT_COLUMNS}
        rowKey={({ id }) => id}
        renderCard={(row) => <DocumentCard document={row} customer={row.customer.name} />}
        onOpen={open}
        empty={
          <NoRows
            filtered={Object.keys(search).length > 0}
            nothing="No documents yet"
            nothingHint="Open an enquiry or order and make a quote or an invoice under Documents."
            noMatch="No documents match"
            noMatchHint="The search looks at the number and at the customer’s name, mobile and e-mail."
            onClear={() => onSearch({})}
          />
        }
      />
    </div>
  );
}
