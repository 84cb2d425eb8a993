import { Download } from 'lucide-react';
import { useRef } from 'react';
import { formatDate } from '#domain/dates.ts';
import type { EntryVoucher, LedgerRow } from '#domain/money/ledger.ts';
import { PAYMENT_METHODS, paymentText } from '#domain/money/payment.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyText } from '../kit/empty-text.tsx';
import { DocumentPageLink } from '../documents/document-link.tsx';
import { usePdfDownload } from '../documents/use-pdf-download.ts';
import { ReverseButton } from './reverse-button.tsx';

/** The entries of a ledger, newest first. */
export function LedgerRows({ rows }: { rows: readonly LedgerRow[] }) {
  if (rows.length === 0) return <EmptyText>No money recorded yet.</EmptyText>;
  const reversed = (row: LedgerRow) => rows.find(({ id }) => id === row.reverses);
  return (
    <ul aria-label="Entries" className="border-t border-rule">
      {rows.toReversed().map((row) => (
        <EntryRow key={row.id} row={row} former={reversed(row)} />
      ))}
    </ul>
  );
}

interface EntryRowProps {
  row: LedgerRow;
  /** Of a reversal: the entry that it takes back. */
  former: LedgerRow | undefined;
}

function EntryRow({ row, former }: EntryRowProps) {
  const { kind, amount, day, method, reference, note, voucher, created_by_name: by } = row;
  const item = useRef<HTMLLIElement>(null);
  const isReversed = row.reversed_by !== null;
  const text = former ? `${paymentText(row)}: ${paymentText(former)}` : paymentText(row);
  const facts = [formatDate(day), method && PAYMENT_METHODS[method], reference, by && `by ${by}`];
  const struck = isReversed && 'text-ink-quiet line-through';
  return (
    <li
      ref={item}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-rule py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto_5.5rem]"
    >
      <div className="min-w-0">
        <p className="font-medium">
          <span className={classNames(struck)}>{text}</span>
          {isReversed && <span className="font-normal text-ink-quiet"> · reversed</span>}
        </p>
        <p className="text-xs wrap-anywhere text-ink-quiet">{facts.filter(Boolean).join(' · ')}</p>
        {note && <p className="text-xs wrap-anywhere whitespace-pre-line">{note}</p>}
        {voucher && <Voucher voucher={voucher} />}
      </div>
      <p className={classNames('text-right font-medium tabular-nums', struck)}>
        {(kind === 'refunded' || takesAway(former)) && '−'}
        {formatTotal(amount)}
      </p>
      <div className="-my-1.5 justify-self-end max-sm:col-start-2 max-sm:my-0">
        {!isReversed && kind !== 'reversal' && (
          <ReverseButton row={row} onDone={() => item.current?.focus()} />
        )}
      </div>
    </li>
  );
}

/** Whether reversing an entry takes money out of what was received. */
const takesAway = (former: LedgerRow | undefined) =>
  former !== undefined && former.kind !== 'refunded';

function Voucher({ voucher: { id, number } }: { voucher: EntryVoucher }) {
  const download = usePdfDownload();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      <DocumentPageLink id={id}>{number}</DocumentPageLink>
      <Button
        variant="quiet"
        size="sm"
        busy={download.isPending}
        aria-label={`PDF of ${number}`}
        onClick={() => download.mutate(async () => ({ id, title: number }))}
      >
        <Download aria-hidden size={14} />
        PDF
      </Button>
    </p>
  );
}
