import { formatTotal } from '#domain/money.ts';

export interface FigureListProps {
  /** Amounts in rupees. */
  figures: readonly { label: string; amount: number }[];
}

/** Amounts under each other, each with its label. */
export function FigureList({ figures }: FigureListProps) {
  return (
    <dl className="mt-2 max-w-md text-sm">
      {figures.map(({ label, amount }) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-rule py-1.5 last:border-0"
        >
          <dt className="text-ink-quiet">{label}</dt>
          <dd className="tabular-nums">{formatTotal(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
