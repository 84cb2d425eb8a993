import type { ReactNode } from 'react';

export interface ExportRowProps {
  title: string;
  text: string;
  /** The button that starts or cancels it. */
  action: ReactNode;
  /** Progress and outcome, announced as they change. */
  status: ReactNode;
  /** Why it failed; '' for no failure. */
  failure: string;
  /** Below the row: the tables that were read. */
  children?: ReactNode;
}

/** An export: its contents, its button and how far it is. */
export function ExportRow({ title, text, action, status, failure, children }: ExportRowProps) {
  return (
    <section aria-label={title} className="border-b border-rule py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <h2 className="text-base font-semibold">{title}</h2>
          <p className="mt-1 text-sm text-ink-quiet text-pretty">{text}</p>
        </div>
        {action}
      </div>
      <p role="status" className="mt-3 text-sm tabular-nums empty:mt-0">
        {status}
      </p>
      <p role="alert" className="mt-3 text-sm text-red empty:mt-0">
        {failure}
      </p>
      {children}
    </section>
  );
}
