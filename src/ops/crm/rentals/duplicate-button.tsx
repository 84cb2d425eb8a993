import { useQueryClient } from '@tanstack/react-query';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { duplicateRental, type Duplicate } from '#domain/crm/duplicate-rental.ts';
import { isTouched, type MadeKind, type RentalDraft } from '#domain/crm/new-rental.ts';
import type { EnquiryRecord, OrderRecord } from '#domain/crm/rental.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface DuplicateButtonProps {
  rental: OrderRecord | EnquiryRecord;
  /** What it is, and what becomes of it. */
  make: MadeKind;
  /** Opens the form of a new one. */
  onOpen: () => void;
}

/** Opens the form of a new enquiry or order with the customer and the items of this one; the days are to be chosen. */
export function DuplicateButton({ rental, make, onOpen }: DuplicateButtonProps) {
  const api = useStaffApi();
  const queries = useQueryClient();
  const [, setDraft, readDraft] = useDraft<RentalDraft>(`new-${make}`);
  const duplicate = useSingleMutation<Duplicate, null>({
    mutationFn: async () => {
      const { customer_number: number, erased_at: erasedAt } = rental.customer;
      const found =
        erasedAt === null ? await queries.fetchQuery(foundCustomersQuery(api, number, 1)) : null;
      return duplicateRental(rental, found?.items[0] ?? null, randomUuid());
    },
    onSuccess: ({ draft, left }) => {
      setDraft(draft);
      onOpen();
      if (left.length > 0)
        notify.info('Not everything is copied', { description: left.join(', ') });
    },
    onError: (error) => notifyFailure(`The ${make} could not be duplicated`, error),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={duplicate.isPending}
      onClick={() => {
        const begun = readDraft();
        if (begun && isTouched(begun)) {
          onOpen();
          notify.info(`A new ${make} is begun already`, {
            description: 'Make or cancel it first.',
          });
        } else duplicate.mutate(null);
      }}
    >
      Duplicate
    </Button>
  );
}
