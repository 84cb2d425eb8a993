import type { ReactNode } from 'react';

/** The head of a page of words: its name, large, and a sentence beside it. */
export function PageHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="page grid items-end gap-x-16 gap-y-4 pt-10 lg:grid-cols-[6fr_5fr] lg:pt-16">
      <h1 className="font-display text-4xl tracking-[-0.015em] text-balance">{title}</h1>
      <p className="max-w-prose text-lg text-pretty text-ink-quiet">{children}</p>
    </header>
  );
}
