import { formatCount } from '#ui/count.ts';
import type { ReactNode } from 'react';

export interface ImportProgressProps {
  /** The running step: 'checking'. */
  text: string;
  /** Processed lines; omitted if unknown. */
  done?: number;
  total?: number;
  children?: ReactNode;
}

/** Progress bar of an import step, with text. */
export function ImportProgress({ text, done, total, children }: ImportProgressProps) {
  const known = done !== undefined && total !== undefined && done < total;
  return (
    <div className="space-y-4 text-sm">
      <p role="status" className="wrap-anywhere tabular-nums">
        {text}
        {known && ` ${formatCount(done)} of ${formatCount(total)} lines`}...
      </p>
      <progress
        aria-label={text}
        className="block h-2 w-full accent-teal"
        {...(known ? { value: done, max: total } : {})}
      />
      {children}
    </div>
  );
}
