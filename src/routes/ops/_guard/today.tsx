import { createFileRoute } from '@tanstack/react-router';
import { readTodaySearch, type TodaySearch } from '#domain/desk/today.ts';
import { TodayPage } from '#ops/today/today-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/today')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (raw): TodaySearch => raw,
  head: opsHead('Today'),
  component: Today,
});

function Today() {
  const search = Route.useSearch({
    select: (unparsed) => readTodaySearch({ ...unparsed }),
    structuralSharing: true,
  });
  return <TodayPage search={search} />;
}
