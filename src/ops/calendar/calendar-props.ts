import type { TimelineSearch } from '#domain/timeline/timeline-search.ts';

/** The calendar's state in the address, and how its parts change it. */
export interface CalendarProps {
  search: TimelineSearch;
  onSearch: (
    change: (now: TimelineSearch) => TimelineSearch,
    options?: { replace: boolean },
  ) => void;
}
