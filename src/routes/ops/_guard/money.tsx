import { createFileRoute } from '@tanstack/react-router';
import { readMoneySearch, type MoneySearch } from '#domain/money/money-search.ts';
import { MoneyPage } from '#ops/money/money-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/money')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (raw): MoneySearch => raw,
  head: opsHead('Money'),
  component: Money,
});

function Money() {
  const search = Route.useSearch({
    select: (unparsed) => readMoneySearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <MoneyPage
      search={search}
      onSearch={(next, options) =>
        void navigate({ search: next, replace: options?.replace ?? false, resetScroll: false })
      }
    />
  );
}
