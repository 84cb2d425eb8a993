import { Link } from '@tanstack/react-router';
import type { ActivitySearch } from '#domain/activity/activity-search.ts';

export interface AllActivityLinkProps {
  /** Filters of the log: of one record, `{ about: 'order:<id>' }`. */
  search: ActivitySearch;
  children?: string;
}

/** Link to the activity log, filtered by a record, an area or a person. */
export function AllActivityLink({ search, children = 'All activity' }: AllActivityLinkProps) {
  return (
    <p className="mt-2 text-sm">
      <Link
        to="/ops/settings/activity"
        search={search}
        preload={false}
        className="inline-flex min-h-11 items-center text-teal underline underline-offset-2 sm:min-h-6"
      >
        {children}
      </Link>
    </p>
  );
}
