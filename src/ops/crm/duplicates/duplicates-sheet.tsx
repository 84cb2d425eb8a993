import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { duplicatePairsQuery } from '#data/crm/customers.ts';
import { reasonsText, type DuplicatePair } from '#domain/crm/likely-duplicate.ts';
import { buttonClass } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ProposedFacts } from './proposed-facts.tsx';
import { TellApartButton } from './tell-apart-button.tsx';

export interface DuplicatesSheetProps {
  open: boolean;
  onClose: () => void;
}

/** All pairs of customers who are likely one person, to compare or to tell apart. */
export function DuplicatesSheet({ open, onClose }: DuplicatesSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Likely duplicates" inAddress>
      {open && <Pairs />}
    </Sheet>
  );
}

function Pairs() {
  const read = useQuery(duplicatePairsQuery(useStaffApi()));
  if (read.data === undefined) {
    if (read.isPending) return <LoadingSkeleton blocks={['h-5 w-full', 'h-36 w-full', 'h-36']} />;
    return <ReadFailure level={3} title="The list could not be loaded" read={read} />;
  }
  const { pairs, more } = read.data;
  if (pairs.length === 0) return <EmptyText>No two customers look like one person.</EmptyText>;
  return (
    <>
      <p className="text-sm text-ink-quiet">
        {more
          ? `The ${pairs.length} likeliest; more follow once these are merged or told apart.`
          : 'The likeliest first. Merge those who are one person, and tell the others apart.'}
      </p>
      <ul aria-label="Likely duplicates" className="mt-3 divide-y divide-rule border-t border-rule">
        {pairs.map((pair) => (
          <Pair key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
        ))}
      </ul>
    </>
  );
}

function Pair({ pair: { one, other, reasons } }: { pair: DuplicatePair }) {
  return (
    <li className="space-y-2 py-3 text-sm">
      <p className="font-medium">{reasonsText(reasons)}</p>
      <ProposedFacts customer={one} />
      <ProposedFacts customer={other} />
      <div className="flex flex-wrap gap-2">
        <Link
          to="/ops/customers/$number"
          params={{ number: one.customer_number }}
          search={{ compare: other.customer_number }}
          preload={false}
          aria-label={`Compare ${one.customer_number} and ${other.customer_number}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Compare
        </Link>
        <TellApartButton one={one} other={other} />
      </div>
    </li>
  );
}
