import { createFileRoute } from '@tanstack/react-router';
import { readActivitySearch, type ActivitySearch } from '#domain/activity/activity-search.ts';
import { ActivityPage } from '#ops/activity/activity-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/activity')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (raw): ActivitySearch => raw,
  head: opsHead('Activity'),
  component: Activity,
});

function Activity() {
  const search = Route.useSearch({
    select: (unparsed) => readActivitySearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <ActivityPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
