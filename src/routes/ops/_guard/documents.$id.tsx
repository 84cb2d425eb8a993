import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '#ops/documents/document-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/documents/$id')({
  pendingMs: 0,
  head: opsHead('Document'),
  component: Document,
});

function Document() {
  const { id } = Route.useParams();
  return <DocumentPage key={id} id={id} />;
}
