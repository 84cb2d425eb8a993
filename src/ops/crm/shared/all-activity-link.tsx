import { Link } from '@tanstack/react-router';

/** Link to everything that staff changed about a record, `order:<id>`. */
export function AllActivityLink({ about }: { about: string }) {
  return (
    <p className="mt-2 text-sm">
      <Link
        to="/ops/settings/activity"
        search={{ about }}
        preload={false}
        className="inline-flex min-h-11 items-center text-teal underline underline-offset-2 sm:min-h-6"
      >
        All activity
      </Link>
    </p>
  );
}
