import type { CustomerRecord } from '#domain/crm/customer.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { reasonsText } from '#domain/crm/likely-duplicate.ts';
import { Button } from '#ui/button.tsx';
import { ProposedFacts } from './proposed-facts.tsx';
import { TellApartButton } from './tell-apart-button.tsx';

export interface LikelyDuplicatesProps {
  customer: CustomerRecord;
  /** Compares this customer with the one of that number, to merge both. */
  onCompare: (number: string) => void;
}

/** Customers who are likely the same person as this one, to compare or to tell apart; nothing without any. */
export function LikelyDuplicates({ customer, onCompare }: LikelyDuplicatesProps) {
  if (customer.likely_duplicates.length === 0) return null;
  return (
    <section
      aria-labelledby="likely-duplicates"
      className="mt-3 rounded-sm bg-paper-deep px-3 pt-2.5 text-sm"
    >
      <h2 id="likely-duplicates" className="font-semibold">
        Possibly the same person
      </h2>
      <ul className="divide-y divide-rule">
        {customer.likely_duplicates.map(({ customer: other, reasons }) => (
          <li
            key={other.id}
            className="space-y-1 py-2.5 lg:flex lg:items-center lg:justify-between lg:gap-x-6 lg:space-y-0"
          >
            <div className="min-w-0">
              <ProposedFacts customer={other} />
              <p className="mt-0.5">{reasonsText(reasons)}</p>
            </div>
            <div className="flex shrink-0 flex-wrap gap-2">
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Compare with ${customerName(other)}, ${other.customer_number}`}
                onClick={() => onCompare(other.customer_number)}
              >
                Compare
              </Button>
              <TellApartButton one={customer} other={other} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
