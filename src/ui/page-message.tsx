import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link PageMessage}. */
export interface PageMessageProps {
  title: string;
  /** One sentence: what is so, and what to do about it. */
  text?: ReactNode;
  action?: ReactNode;
  /** 1 when the message is the page, 2 or 3 when it stands in a part of it. */
  level?: 1 | 2 | 3;
  className?: string | undefined;
}

/** A page, or the place of a list, that has only something to say: plain, aligned to the left. */
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

/** A whole screen that waits: one quiet word in its middle. */
export function FullScreenLoading() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-sm text-ink-quiet">
      Loading...
    </div>
  );
}
