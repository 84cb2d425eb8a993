import type { ReactNode } from 'react';

export interface RefusedProps {
  /** Why nothing was saved, and what to do. */
  text: string;
  /** A sentence for each line or item; none: nothing is shown. */
  lines: readonly string[];
  children?: ReactNode;
}

/** Why a movement was refused. */
export function Refused({ text, lines, children }: RefusedProps) {
  if (lines.length === 0) return null;
  return (
    <div className="mt-4 bg-amber-pale px-3 py-2 text-sm">
      <div role="alert">
        <p className="font-medium">{text}</p>
        <ul className="mt-1 list-disc pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {children}
    </div>
  );
}
