import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface EmptyStateProps {
  title: string;
  /** One sentence. */
  text?: ReactNode;
  /** One action, or a line with a retry after a failed read. */
  action?: ReactNode;
  /** An icon above the text. */
  picture?: ReactNode;
  /** Heading level of the title. */
  level?: 1 | 2 | 3;
  className?: string | undefined;
}

/** Shown in place of an empty list: one sentence and one action. */
export function EmptyState({
  title,
  text,
  action,
  picture,
  level = 2,
  className,
}: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center',
        className,
      )}
    >
      {picture && <div className="mb-5 text-rule-strong">{picture}</div>}
      <Title className="font-display text-2xl text-balance">{title}</Title>
      {text && <p className="mt-2 text-ink-quiet text-pretty">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
