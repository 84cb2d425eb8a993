import { Skeleton } from '#ui/skeleton.tsx';

export interface LoadingSkeletonProps {
  /** Size classes of each block. */
  blocks: readonly string[];
  /** Spacing classes. */
  className?: string;
}

/** Placeholder blocks while content loads, announced as "Loading". */
export function LoadingSkeleton({ blocks, className = 'space-y-4' }: LoadingSkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      {Object.entries(blocks).map(([key, size]) => (
        <Skeleton key={key} className={size} />
      ))}
    </div>
  );
}
