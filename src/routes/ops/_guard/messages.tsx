import { createFileRoute } from '@tanstack/react-router';
import { readOutboxSearch, type OutboxSearch } from '#domain/messages/outbox-search.ts';
import { MessagesPage } from '#ops/messages/messages-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/messages')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (raw): OutboxSearch => raw,
  head: opsHead('Messages'),
  component: Messages,
});

function Messages() {
  const search = Route.useSearch({
    select: (unparsed) => readOutboxSearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <MessagesPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
