import { createFileRoute } from '@tanstack/react-router';
import { readDocumentSearch, type DocumentSearch } from '#domain/documents/document-search.ts';
import { DocumentsPage } from '#ops/documents/documents-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/documents/')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (raw): DocumentSearch => raw,
  head: opsHead('Documents'),
  component: Documents,
});

function Documents() {
  const search = Route.useSearch({
    select: (unparsed) => readDocumentSearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <DocumentsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
