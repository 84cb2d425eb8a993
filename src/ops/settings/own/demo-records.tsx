import type { DemoRecords } from '#data/settings/own-studio-answers.ts';
import { counted, formatCount } from '#ui/count.ts';

export interface DemoRecordsTableProps {
  records: readonly DemoRecords[];
}

const TITLES: Readonly<Record<DemoRecords['what'], string>> = {
  items: 'Items',
  lists: 'Values of lists',
  customers: 'Customers',
  enquiries: 'Enquiries',
  orders: 'Orders',
  documents: 'Documents',
  payments: 'Payments',
  messages: 'Messages',
  notes: 'Notes',
  pictures: 'Pictures',
};

const ORDER = Object.keys(TITLES);

/** The records that are removed: how many, and how many of them were made since the demo was filled in. */
export function DemoRecordsTable({ records }: DemoRecordsTableProps) {
  const sorted = records.toSorted((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
  const added = sorted.filter(({ since }) => since > 0);
  return (
    <>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-rule text-left text-ink-quiet">
            <th scope="col" className="py-2 pr-3 font-medium">
              Removed
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              In all
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Added since
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ what, count, since }) => (
            <tr key={what} className="border-b border-rule">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {TITLES[what]}
              </th>
              <td className="py-2 pr-3 text-right tabular-nums">{formatCount(count)}</td>
              <td className={`py-2 text-right tabular-nums ${since > 0 ? 'font-semibold' : ''}`}>
                {formatCount(since)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {added.length > 0 && (
        <div className="mt-4 rounded-md bg-amber-pale px-4 py-3 text-sm">
          <p className="font-medium">Added since the demo was filled in, and removed as well:</p>
          <ul className="mt-2 space-y-1.5">
            {added.map((one) => (
              <li key={one.what} className="break-words">
                <span className="font-medium">{TITLES[one.what]}:</span> {namesOf(one)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The newest by name, then how many more there are. Pictures are counted only: their names say nothing. */
function namesOf({ what, since, newest }: DemoRecords): string {
  if (what === 'pictures') return counted(since, 'picture', 'pictures');
  const more = since - newest.length;
  return newest.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
