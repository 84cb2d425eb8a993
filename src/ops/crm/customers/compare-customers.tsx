import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { customerQuery, mergeCustomers, type Merge } from '#data/crm/customers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import {
  differingDetails,
  MERGE_DETAILS,
  missingDetails,
  movesText,
  type MergeDetail,
} from '#domain/crm/merge-details.ts';
import { formatDay } from '#domain/dates.ts';
import { formatMobile } from '#domain/phone.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { MergeChoice } from './merge-choice.tsx';

export interface CompareCustomersProps {
  customer: CustomerRecord;
  /** Number of the other customer. */
  number: string;
  /** Searches for another one. */
  onBack: () => void;
  onMerged: () => void;
}

/** Two customers side by side, to select the one that remains, its details, and confirm the moves. */
export function CompareCustomers({ customer, number, onBack, onMerged }: CompareCustomersProps) {
  const read = useQuery(customerQuery(useStaffApi(), number));
  if (read.data && !read.data.erased_at && !read.data.merged_into) {
    return <Comparison one={customer} other={read.data} onBack={onBack} onMerged={onMerged} />;
  }
  if (read.isPending) return <LoadingSkeleton blocks={['h-10 w-full', 'h-48 w-full']} />;
  if (read.isError && !read.data) {
    return <ReadFailure level={3} title="The customer could not be loaded" read={read} />;
  }
  return (
    <PageMessage
      level={3}
      title={`${number} cannot be merged`}
      text="This customer was erased, or merged into another one."
      action={
        <Button variant="secondary" size="sm" onClick={onBack}>
          Find another customer
        </Button>
      }
    />
  );
}

interface ComparisonProps {
  one: CustomerRecord;
  other: CustomerRecord;
  onBack: () => void;
  onMerged: () => void;
}

function Comparison({ one, other, onBack, onMerged }: ComparisonProps) {
  const api = useStaffApi();
  const navigate = useNavigate();
  const { keyOf, forget } = useIdempotencyKey();
  const both = [one, other] as const;
  const [into, setInto] = useState<0 | 1>(0);
  const [remaining, merged] = into === 0 ? [one, other] : [other, one];
  const [selected, setSelected] = useState<Partial<Record<MergeDetail, 0 | 1>>>({});
  const missing = missingDetails(remaining, merged);
  const sideOf = (key: MergeDetail): 0 | 1 =>
    selected[key] ?? (missing.includes(key) ? (into === 0 ? 1 : 0) : into);
  const differing = differingDetails(one, other);
  const merge = useCustomerChange(
    (input: Merge) => mergeCustomers(api, input, keyOf(input)),
    { done: 'Customers merged', failure: 'Error merging customers' },
    () => {
      forget();
      onMerged();
      void navigate({
        to: '/ops/customers/$number',
        params: { number: remaining.customer_number },
        replace: true,
      });
    },
  );
  return (
    <div className="space-y-6 text-sm">
      <MergeChoice
        legend="Which customer remains?"
        name="remaining"
        options={both.map((each) => ({
          text: customerName(each),
          note: `${each.customer_number} · since ${formatDay(each.created_at)}`,
        }))}
        selected={into}
        onSelect={setInto}
      />
      {differing.length === 0 && <p>Both have the same name, mobile and e-mail.</p>}
      {MERGE_DETAILS.filter(({ key }) => differing.includes(key)).map(({ key, label }) => (
        <MergeChoice
          key={key}
          legend={label}
          name={key}
          options={both.map((each) => ({ text: detailText(each, key) }))}
          selected={sideOf(key)}
          onSelect={(side) => setSelected((now) => ({ ...now, [key]: side }))}
        />
      ))}
      <div className="rounded-sm bg-paper-deep px-3 py-2.5">
        <p>
          To {remaining.customer_number} move {movesText(merged)} of {merged.customer_number}.
        </p>
        <p className="mt-1 text-ink-quiet">
          Enquiries from both mobile numbers then belong to {remaining.customer_number}. The merge
          can be undone for 24 hours.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={merge.isPending}
          onClick={() =>
            merge.mutate({
              into: remaining.id,
              from: merged.id,
              details: differing.filter((key) => sideOf(key) !== into),
            })
          }
        >
          {merge.isPending ? 'Merging...' : 'Merge customers'}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Another customer
        </Button>
      </div>
    </div>
  );
}

/** A detail as it is compared. */
function detailText(customer: CustomerRecord, key: MergeDetail): string {
  if (key === 'assigned_to') return customer.assigned_name ?? 'Unassigned';
  const value = customer[key];
  if (value === null) return 'None';
  return key === 'mobile' ? formatMobile(value) : value;
}
