import type { ReactNode } from 'react';

export interface CustomerSectionProps {
  title: string;
  /** Number of entries, shown beside the title. */
  count?: number;
  /** At the end of the heading row. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the customer page with a heading. */
export function CustomerSection({ title, count, action, children }: CustomerSectionProps) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex min-h-9 items-center gap-2 border-b border-rule">
        <h2 className="text-sm font-semibold">{title}</h2>
        {count !== undefined && (
          <span className="text-xs text-ink-quiet tabular-nums">{count}</span>
        )}
        <span className="ml-auto">{action}</span>
      </div>
      {children}
    </section>
  );
}
