import { undoMerge } from '#data/crm/customers.ts';
import type { CustomerMerge, CustomerRecord } from '#domain/crm/customer.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMobile } from '#domain/phone.ts';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

/** The customers who were merged into this one; while a merge can be undone, with the button for it. */
export function MergeBanners({ customer }: { customer: CustomerRecord }) {
  return customer.merges.map((merge) => <MergeBanner key={merge.id} merge={merge} />);
}

function MergeBanner({ merge }: { merge: CustomerMerge }) {
  const api = useStaffApi();
  const { keyOf } = useIdempotencyKey();
  const undo = useCustomerChange((id: string) => undoMerge(api, id, keyOf({ id })), {
    done: 'Merge undone',
    failure: 'Error undoing the merge',
  });
  const { customer_number: number, mobile, undo_until: until } = merge;
  if (until === null) {
    return (
      <p className="mt-2 text-sm text-ink-quiet tabular-nums">
        Includes {number}
        {mobile && `, ${formatMobile(mobile)}`}, merged {formatMoment(merge.merged_at)}.
      </p>
    );
  }
  return (
    <section
      aria-label={`Merged with ${number}`}
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm bg-teal-pale px-3 py-2 text-sm"
    >
      <p className="min-w-0 grow break-words">
        Merged with {merge.name ?? 'a customer'}, {number}
        {mobile && `, ${formatMobile(mobile)}`}
        {merge.merged_name && `, by ${merge.merged_name}`}. Can be undone until{' '}
        {formatMoment(until)}.
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={undo.isPending}
        onClick={() => undo.mutate(merge.id)}
      >
        {undo.isPending ? 'Undoing...' : 'Undo merge'}
      </Button>
    </section>
  );
}
