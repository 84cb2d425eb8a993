import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { formatTotal } from '#domain/money.ts';

interface DocumentTotalsProps {
  document: FrozenDocument;
  /** Rupees; null where no money is expected. */
  paid: { received: number; due: number } | null;
}

/** The sums of a document as they are printed, in figures and in words. */
export function DocumentTotals({ document, paid }: DocumentTotalsProps) {
  const { sums, deposit, total_words } = document;
  const isInside = sums.cgst > 0 || sums.igst === 0;
  const rows: [label: string, amount: number, isShown: boolean][] = [
    ['Subtotal', sums.gross, sums.discount > 0],
    ['Discount', -sums.discount, sums.discount > 0],
    ['Taxable value', sums.taxable, true],
    ['CGST', sums.cgst, isInside],
    ['SGST', sums.sgst, isInside],
    ['IGST', sums.igst, sums.igst > 0],
    ['Round off', sums.round_off, sums.round_off !== 0],
  ];
  return (
    <section aria-label="Total" className="print:break-inside-avoid">
      <dl className="ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-y-1.5 pt-5 tabular-nums">
        {rows.map(
          ([label, amount, isShown]) =>
            isShown && <Row key={label} label={label} amount={amount} />,
        )}
        <dt className="mt-2 border-t border-ink pt-3 text-lg font-medium">Total</dt>
        <dd className="mt-2 border-t border-ink pt-3 pl-8 text-right text-xl font-medium">
          {formatTotal(sums.total)}
        </dd>
        {paid && paid.received > 0 && (
          <>
            <Row label="Received" amount={paid.received} />
            <Row label="Due" amount={paid.due} />
          </>
        )}
        {deposit !== null && deposit > 0 && (
          <Row label="Refundable deposit, apart from the total" amount={deposit} />
        )}
      </dl>
      <p className="mt-3 ml-auto max-w-sm text-right text-xs text-balance text-ink-quiet">
        {total_words}
      </p>
    </section>
  );
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="pl-8 text-right">{rupees(amount)}</dd>
    </>
  );
}

const rupees = (amount: number) => (amount < 0 ? `−${formatTotal(-amount)}` : formatTotal(amount));

/** Taxes by SAC and rate, which a tax invoice has to show. */
export function DocumentTaxes({ taxes }: Pick<FrozenDocument, 'taxes'>) {
  const hasIgst = taxes.some(({ igst }) => igst > 0);
  const hasCgst = !hasIgst || taxes.some(({ cgst }) => cgst > 0);
  const head = ['Taxable', ...(hasCgst ? ['CGST', 'SGST'] : []), ...(hasIgst ? ['IGST'] : [])];
  return (
    <section aria-labelledby="taxes" className="print:break-inside-avoid">
      <h2 id="taxes" className="text-sm font-medium">
        Tax by SAC
      </h2>
      {/* why focusable: a table wider than the screen must be scrollable by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="mt-2 overflow-x-auto" tabIndex={0} role="group" aria-labelledby="taxes">
        <table className="w-full text-sm tabular-nums max-sm:text-xs">
          <thead>
            <tr className="border-b border-rule text-left text-xs text-ink-quiet">
              <th scope="col" className="py-1.5 font-normal">
                SAC
              </th>
              {head.map((label) => (
                <th
                  key={label}
                  scope="col"
                  className="py-1.5 pl-4 text-right font-normal max-sm:pl-2"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {taxes.map(({ sac, rate, taxable, cgst, sgst, igst }) => (
              <tr key={`${sac} ${rate}`} className="border-b border-rule">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  {sac} <span className="text-ink-quiet">{`${rate}%`}</span>
                </th>
                {[taxable, ...(hasCgst ? [cgst, sgst] : []), ...(hasIgst ? [igst] : [])].map(
                  (amount, at) => (
                    <td
                      key={head[at]}
                      className="py-1.5 pl-4 text-right whitespace-nowrap max-sm:pl-2"
                    >
                      {formatTotal(amount)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
