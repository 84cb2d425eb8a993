import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';

/** Warns that a refetch failed. `since`: epoch milliseconds of the last successful read. */
export function StaleNotice({ since, onRetry }: { since: number; onRetry: () => void }) {
  return (
    <p role="status" className="flex items-center gap-2 bg-amber-pale px-3 py-1 text-sm">
      Not up to date: as of {formatMoment(new Date(since).toISOString())}.
      <Button variant="quiet" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
