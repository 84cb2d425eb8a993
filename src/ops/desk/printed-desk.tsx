import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { studioToday } from '#domain/days.ts';
import { useSite } from '#data/settings/use-site.ts';
import { dayText, lengthText } from '#domain/availability/availability-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { CONDITION_LABELS, progressText } from '#domain/desk/desk-text.ts';
import { byPlace, type DeskMovement, type PickList } from '#domain/desk/pick-list.ts';
import { formatMobile } from '#domain/phone.ts';
import './printed-desk.css';

/** A document of the desk: the pick list, or the receipt of a movement. */
export type Printed = 'pick-list' | DeskMovement;

export interface PrintedDeskProps {
  pick: PickList;
  /** Opens the browser's print dialog with it; null: the browser's own "Print" prints the pick list. */
  asked: Printed | null;
  /** The browser's print dialog was closed. */
  onDone: () => void;
}

/** What the desk prints on A4; it is visible on paper only. */
export function PrintedDesk({ pick, asked, onDone }: PrintedDeskProps) {
  const printed = asked ?? 'pick-list';
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!asked) return undefined;
    const onAfter = () => done();
    window.addEventListener('afterprint', onAfter);
    // why later: the document must be in the page first.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', onAfter);
    };
  }, [asked]);
  return (
    <article className="hidden [page:desk] bg-white text-sm text-[black] print:block">
      <Head pick={pick} title={titleOf(printed)} />
      {printed === 'pick-list' ? (
        <PickTable pick={pick} />
      ) : (
        <ReceiptTable pick={pick} movement={printed} />
      )}
    </article>
  );
}

function titleOf(printed: Printed): string {
  if (printed === 'pick-list') return 'Pick list';
  return printed.kind === 'hand_over' ? 'Hand-over receipt' : 'Return receipt';
}

function Head({ pick, title }: { pick: PickList; title: string }) {
  const site = useSite();
  const { order } = pick;
  const { customer } = order;
  return (
    <header className="mb-6">
      <div className="flex justify-between gap-8 border-b border-[black] pb-3">
        <div>
          <p className="text-lg font-semibold">{site.studio.name}</p>
          <p>
            {site.studio.address_lines.replaceAll('\n', ', ')}, {site.studio.city}{' '}
            {site.studio.postal_code}
          </p>
          <p>
            {site.studio.email} · {formatMobile(site.studio.phone)}
          </p>
        </div>
        <div className="text-right">
          <p className="text-lg font-semibold">{title}</p>
          <p className="tabular-nums">{order.order_number}</p>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4">
        <dt>Customer</dt>
        <dd>
          {customer.name ?? 'Unknown Customer'}
          {customer.number && ` · ${customer.number}`}
          {customer.mobile && ` · ${formatMobile(customer.mobile)}`}
        </dd>
        {order.rental_from && order.rental_to && (
          <>
            <dt>Rental</dt>
            <dd>{lengthText({ from: order.rental_from, to: order.rental_to })}</dd>
          </>
        )}
        <dt>Printed</dt>
        <dd>{formatDate(studioToday())}</dd>
      </dl>
    </header>
  );
}

const cell = 'border-b border-[black]/30 py-1.5 pr-3 text-left align-top font-normal';
const number = `${cell} text-right tabular-nums`;
const head = `${cell} border-[black] font-semibold`;

/** A table whose last column is the number of pieces. */
function PrintedTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>
          {columns.map((text) => (
            <th key={text} scope="col" className={head}>
              {text}
            </th>
          ))}
          <th scope="col" className={`${head} text-right`}>
            Pieces
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

function PickTable({ pick }: { pick: PickList }) {
  const texts = pick.texts.filter(({ charge }) => charge === null);
  return (
    <>
      <PrintedTable columns={['', 'Item', 'Code', 'State']}>
        {byPlace(pick.lines).map((group) => (
          <tbody key={group.place ?? ''} className="break-inside-avoid">
            <tr>
              <th scope="rowgroup" colSpan={5} className="pt-3 text-left font-semibold">
                {group.place ?? 'No place'}
              </th>
            </tr>
            {group.lines.map((line) => (
              <tr key={`${line.line}:${line.item}`}>
                <td className={`${cell} w-8 text-base leading-none`}>☐</td>
                <td className={cell}>
                  {line.name}
                  {line.part_of && ` (part of ${line.part_of})`}
                </td>
                <td className={`${cell} tabular-nums`}>{line.code}</td>
                <td className={cell}>
                  {line.out + line.back + line.missing > 0 && progressText(line)}
                </td>
                <td className={number}>{line.quantity}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </PrintedTable>
      {texts.length > 0 && (
        <ul className="mt-4">
          {texts.map((text) => (
            <li key={text.line}>
              {text.description} × {text.quantity}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ReceiptTable({ pick, movement }: { pick: PickList; movement: DeskMovement }) {
  const { lines, kind, day, created_at, by, reason, not_here } = movement;
  const stillOut = kind === 'return' ? pick.lines.filter(({ out }) => out > 0) : [];
  return (
    <>
      <p className="mb-3">
        {kind === 'hand_over' ? 'Handed over' : 'Returned'} on {formatDate(day)}
        {/* why: the customer reads the receipt, and why the records were wrong is the studio's. */}
        {reason && !not_here && ` (entered ${formatMoment(created_at)}: ${reason})`}
        {by && ` · ${by}`}
        {kind === 'hand_over' &&
          pick.order.rental_to &&
          ` · due back ${dayText(pick.order.rental_to)}`}
      </p>
      <PrintedTable columns={['Item', 'Code', 'Condition', 'Note']}>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.line}:${line.item}:${line.condition}`} className="break-inside-avoid">
              <td className={cell}>{line.name}</td>
              <td className={`${cell} tabular-nums`}>{line.code}</td>
              <td className={cell}>{CONDITION_LABELS[line.condition]}</td>
              <td className={cell}>{line.note}</td>
              <td className={number}>{line.quantity}</td>
            </tr>
          ))}
        </tbody>
      </PrintedTable>
      {stillOut.length > 0 && (
        <p className="mt-4">
          Still out
          {pick.order.rental_to && `, due ${dayText(pick.order.rental_to)}`}:{' '}
          {stillOut.map(({ name, out }) => `${name} × ${out}`).join(', ')}
        </p>
      )}
      <div className="mt-16 grid break-inside-avoid grid-cols-2 gap-12">
        {['For the studio', 'Customer'].map((who) => (
          <p key={who} className="border-t border-[black] pt-1">
            {who}
          </p>
        ))}
      </div>
    </>
  );
}
