import { Button } from '#ui/button.tsx';

export interface ShowMoreProps {
  /** A query that reads its list in parts. */
  read: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Below a list: loads its next part. Nothing once all of it is there. */
export function ShowMore({ read }: ShowMoreProps) {
  if (!read.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-4"
      busy={read.isFetchingNextPage}
      onClick={() => void read.fetchNextPage()}
    >
      {read.isFetchingNextPage ? 'Loading...' : 'Show more'}
    </Button>
  );
}
