import { classNames } from './class-names.ts';

/**
 * A grey block in place of loading content. Give it the final size, so that nothing shifts when the
 * content arrives. Hidden from assistive technology: mark the region around it as busy.
 */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-paper-deep', className)}
    />
  );
}
