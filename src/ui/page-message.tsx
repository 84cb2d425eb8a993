import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface PageMessageProps {
  title: string;
  /** One sentence: what happened and what to do. */
  text?: ReactNode;
  action?: ReactNode;
  /** Heading level: 1 for a whole page, 2 or 3 for a part of one. */
  level?: 1 | 2 | 3;
  className?: string | undefined;
}

/** A left-aligned message in place of a page or list. */
export function PageMessage({ title, text, action, level = 1, className }: PageMessageProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classNames('max-w-xl', level === 1 && 'py-6', className)}>
      <Title className={level === 1 ? 'text-xl font-semibold' : 'text-base font-medium'}>
        {title}
      </Title>
      {text && <p className="mt-1 text-sm text-ink-quiet text-pretty">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** A full screen while it loads. */
export function FullScreenLoading() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-sm text-ink-quiet">
      Loading...
    </div>
  );
}
