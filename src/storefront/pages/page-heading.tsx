import type { ReactNode } from 'react';

export interface PageHeadingProps {
  /** Small text above the title. */
  above?: string;
  title: string;
  children: ReactNode;
}

/** The heading of a text page: its title and a sentence beside it. */
export function PageHeading({ above, title, children }: PageHeadingProps) {
  return (
    <header className="page grid items-end gap-x-16 gap-y-4 pt-10 lg:grid-cols-[6fr_5fr] lg:pt-16">
      <div>
        {above && <p className="mb-3 text-sm text-ink-quiet">{above}</p>}
        <h1 className="font-display text-4xl tracking-[-0.015em] text-balance">{title}</h1>
      </div>
      <p className="max-w-prose text-lg text-pretty text-ink-quiet">{children}</p>
    </header>
  );
}
