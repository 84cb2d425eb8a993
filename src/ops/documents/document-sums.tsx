import type { DocumentSums } from '#domain/documents/frozen-document.ts';
import { formatTotal } from '#domain/money.ts';

export interface SumsListProps {
  sums: DocumentSums;
}

/** The sums of a document, down to its total. */
export function SumsList({ sums }: SumsListProps) {
  const { gross, discount, taxable, cgst, sgst, igst, round_off, total } = sums;
  const rows: [label: string, amount: number][] = [
    ...(discount > 0
      ? ([
          ['All lines', gross],
          ['Discounts', -discount],
        ] satisfies [string, number][])
      : []),
    ['Taxable value', taxable],
    ['CGST', cgst],
    ['SGST', sgst],
    ['IGST', igst],
    ['Rounding', round_off],
  ];
  return (
    <dl aria-label="Sums" className="grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums">
      {rows
        .filter(([label, amount]) => label === 'Taxable value' || amount !== 0)
        .map(([label, amount]) => (
          <Row key={label} label={label} text={signed(amount)} />
        ))}
      <dt className="border-t border-rule-strong pt-2 text-base font-medium">Total</dt>
      <dd className="border-t border-rule-strong pt-2 pl-4 text-right text-lg font-semibold">
        {formatTotal(total)}
      </dd>
    </dl>
  );
}

const signed = (amount: number) => (amount < 0 ? `−${formatTotal(-amount)}` : formatTotal(amount));

function Row({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="pl-4 text-right">{text}</dd>
    </>
  );
}
