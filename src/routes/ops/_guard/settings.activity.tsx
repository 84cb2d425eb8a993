import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readActivitySearch, type ActivitySearch } from '#domain/activity/activity-search.ts';
import { ActivityPage } from '#ops/activity/activity-page.tsx';

export const Route = createFileRoute('/ops/_guard/settings/activity')({
  pendingMs: 0,
  // why: the parser would be in every visitor's first load, so the page itself parses the address.
  validateSearch: (raw): ActivitySearch => raw,
  head: () => ({ meta: [{ title: `Activity · ${studio.studio.short_name}` }] }),
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
