import type { DocumentLine } from '#domain/documents/document-record.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { counted } from '#ui/count.ts';
import { Thumbnail } from '../kit/thumbnail.tsx';

const HEAD = 'h-8 border-b border-rule text-xs font-medium text-ink-quiet';
const NUMBER = 'pl-3 text-right tabular-nums whitespace-nowrap';

/** The lines of a document that cannot be changed. */
export function FixedLines({ lines }: { lines: readonly DocumentLine[] }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Lines" className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Line
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER} max-sm:hidden`}>
              Qty
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER} max-sm:hidden`}>
              Days
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER} max-sm:hidden`}>
              Price
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER} max-sm:hidden`}>
              Discount
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER}`}>
              Taxable
            </th>
            <th scope="col" className={`${HEAD} ${NUMBER} max-sm:hidden`}>
              GST
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) =>
            line.kind === 'heading' ? (
              <tr key={line.position} className="h-9 border-b border-rule">
                <th scope="rowgroup" colSpan={7} className="text-left font-semibold">
                  {line.text}
                </th>
              </tr>
            ) : (
              <Line key={line.position} line={line} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line }: { line: DocumentLine }) {
  const { item, text, sac, quantity, days, unit_price, taxable, cgst, sgst, igst, rate } = line;
  const discount = line.discount + line.shared_discount;
  return (
    <tr className="h-9 border-b border-rule">
      <td className="py-1.5">
        <span className="flex items-center gap-3">
          {item && (
            <Thumbnail
              url={item.picture ?? undefined}
              widths={[80, 160]}
              sizes="48px"
              className="h-9 w-12 shrink-0 rounded-sm max-sm:hidden"
            />
          )}
          <span className="min-w-0 break-words">
            {text}
            <span className="block text-xs text-ink-quiet tabular-nums empty:hidden">
              {[item?.code, sac && `SAC ${sac}`].filter(Boolean).join(' · ')}
            </span>
            {quantity !== null && (
              <span className="block text-xs text-ink-quiet tabular-nums sm:hidden">
                {`${quantity}${days === null ? '' : ` × ${counted(days, 'day', 'days')}`} · GST ${rate}%`}
              </span>
            )}
          </span>
        </span>
      </td>
      <td className={`${NUMBER} max-sm:hidden`}>{quantity}</td>
      <td className={`${NUMBER} max-sm:hidden`}>{days ?? 'once'}</td>
      <td className={`${NUMBER} max-sm:hidden`}>
        {unit_price === null ? '–' : formatPrice(unit_price)}
      </td>
      <td className={`${NUMBER} max-sm:hidden`}>{discount > 0 ? formatTotal(discount) : '–'}</td>
      <td className={NUMBER}>{formatTotal(taxable)}</td>
      <td className={`${NUMBER} max-sm:hidden`}>
        {formatTotal(cgst + sgst + igst)}
        <span className="block text-xs text-ink-quiet">{rate}%</span>
      </td>
    </tr>
  );
}
