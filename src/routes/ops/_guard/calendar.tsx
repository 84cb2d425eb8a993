import { createFileRoute } from '@tanstack/react-router';
import { readTimelineSearch, type TimelineSearch } from '#domain/timeline/timeline-search.ts';
import { CalendarPage } from '#ops/calendar/calendar-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/calendar')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the rest.
  validateSearch: (raw): TimelineSearch => raw,
  head: opsHead('Calendar'),
  component: Calendar,
});

function Calendar() {
  // why: `validateSearch` above does not parse.
  const search = Route.useSearch({
    select: (unparsed) => readTimelineSearch({ ...unparsed }),
    structuralSharing: true,
  });
  const navigate = Route.useNavigate();
  return (
    <CalendarPage
      search={search}
      onSearch={(change, options) =>
        void navigate({
          search: (now) => change(readTimelineSearch({ ...now })),
          replace: options?.replace ?? false,
          resetScroll: false,
        })
      }
    />
  );
}
