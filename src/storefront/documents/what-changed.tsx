import { formatDate } from '#domain/dates.ts';
import { documentDifference } from '#domain/documents/document-difference.ts';
import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { formatTotal } from '#domain/money.ts';
import { quantityText, rentalText } from './linked-text.ts';

interface WhatChangedProps {
  /** The revision that the customer saw; null where it is not known. */
  seen: FrozenDocument | null;
  current: FrozenDocument;
}

/** Why an answer was not saved: the quote was revised meanwhile; with the differences. */
export function WhatChanged({ seen, current }: WhatChangedProps) {
  const lines = seen ? documentDifference(seen, current) : [];
  const facts = seen ? changedFacts(seen, current) : [];
  return (
    <section
      role="alert"
      aria-labelledby="changed"
      className="mb-8 border-l-3 border-amber bg-amber-pale px-4 py-4"
    >
      <h2 id="changed" className="font-display text-xl">
        This quote was changed while you read it
      </h2>
      <p className="mt-1 text-sm">Your answer was not saved. Please read the new revision below.</p>
      {facts.length + lines.length > 0 && (
        <dl className="mt-4 grid gap-3 text-sm tabular-nums">
          {facts.map(({ label, before, after }) => (
            <Change key={label} label={label} before={before} after={after} />
          ))}
          {lines.map(({ seen: former, current: line }) => (
            <Change
              key={`${former?.position} ${line?.position}`}
              label={[line?.text ?? former?.text, !former && 'added', !line && 'removed']
                .filter(Boolean)
                .join(', ')}
              before={former && lineText(former, line)}
              after={line && lineText(line, former)}
            />
          ))}
        </dl>
      )}
    </section>
  );
}

interface Fact {
  label: string;
  before: string | null;
  after: string | null;
}

function Change({ label, before, after }: Fact) {
  return (
    <div>
      <dt className="font-medium">{label}</dt>
      {before && (
        <dd className="text-ink-quiet">
          <span className="sr-only">Before: </span>
          <del>{before}</del>
        </dd>
      )}
      {after && (
        <dd>
          <span className="sr-only">Now: </span>
          {after}
        </dd>
      )}
    </div>
  );
}

/** A line's facts; with its text where the other revision has another. */
const lineText = (line: FrozenLine, other: FrozenLine | null) =>
  [
    other && other.text !== line.text && line.text,
    quantityText(line),
    line.discount > 0 && `discount ${formatTotal(line.discount)}`,
    other && other.rate !== line.rate && line.rate !== null && `GST ${line.rate}%`,
    formatTotal(line.taxable),
  ]
    .filter(Boolean)
    .join(' · ');

function changedFacts(seen: FrozenDocument, current: FrozenDocument): Fact[] {
  const read: [label: string, of: (document: FrozenDocument) => string][] = [
    ['Total', ({ sums }) => formatTotal(sums.total)],
    ['Rental', rentalText],
    ['Valid until', ({ valid_until }) => (valid_until ? formatDate(valid_until) : '')],
    ['Deposit', ({ deposit }) => (deposit === null ? '' : formatTotal(deposit))],
    ['Notes', ({ notes }) => notes],
    ['Terms', ({ terms }) => terms],
  ];
  return read
    .map(([label, of]) => ({ label, before: of(seen) || null, after: of(current) || null }))
    .filter(({ before, after }) => before !== after);
}
