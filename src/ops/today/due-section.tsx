import type { ReactNode } from 'react';
import { formatCount } from '#ui/count.ts';

export interface DueSectionProps {
  title: string;
  /** All entries, of which `shown` are listed. */
  total: number;
  shown: number;
  /** Coloured, since it is late. */
  isLate?: boolean;
  children: ReactNode;
}

/** One list of the day; nothing while it is empty. */
export function DueSection({ title, total, shown, isLate = false, children }: DueSectionProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="flex items-baseline gap-2 border-b border-rule pb-1.5 text-sm font-semibold print:break-after-avoid">
        <span className={isLate ? 'text-red' : undefined}>{title}</span>
        <span className="font-normal text-ink-quiet tabular-nums">{formatCount(total)}</span>
      </h2>
      <ul className="divide-y divide-rule">{children}</ul>
      {total > shown && (
        <p className="border-t border-rule pt-2 text-sm text-ink-quiet">
          The first {shown} of {formatCount(total)}.
        </p>
      )}
    </section>
  );
}
