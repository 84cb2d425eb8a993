import type { ReactNode } from 'react';
import { useInView } from '#ui/use-in-view.ts';

export interface MeanwhileNoticeProps {
  /** The notice is brought into view for each other one. */
  news?: unknown;
  children: ReactNode;
}

/** Says in a form what somebody else did meanwhile. */
export function MeanwhileNotice({ news, children }: MeanwhileNoticeProps) {
  return (
    <div
      ref={useInView<HTMLDivElement>(news)}
      role="alert"
      className="mb-4 rounded-md bg-amber-pale px-4 py-3 text-sm"
    >
      {children}
    </div>
  );
}
