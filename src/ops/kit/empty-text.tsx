import type { ReactNode } from 'react';

/** One quiet line in place of empty content. */
export function EmptyText({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-quiet">{children}</p>;
}
