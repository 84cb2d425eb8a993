import { classNames } from './class-names.ts';

/**
 * A grey block in the place of what is loading. Give it the final size by class name, so that
 * nothing moves when the content arrives. Hidden from assistive technology: say "Loading" once, in
 * the region that holds the blocks.
 */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-paper-deep', className)}
    />
  );
}
