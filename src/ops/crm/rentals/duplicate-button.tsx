import { useQueryClient } from '@tanstack/react-query';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { duplicateRental } from '#domain/crm/duplicate-rental.ts';
import type { MadeKind } from '#domain/crm/new-rental.ts';
import type { EnquiryRecord, OrderRecord } from '#domain/crm/rental.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { useBeginRental } from '../../kit/use-begin-rental.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface DuplicateButtonProps {
  rental: OrderRecord | EnquiryRecord;
  /** Its kind, and the kind of its copy. */
  make: MadeKind;
  /** Opens the form of a new one. */
  onOpen: () => void;
}

/** Opens the form of a new enquiry or order with the customer and the items of this one; the days are to be chosen. */
export function DuplicateButton({ rental, make, onOpen }: DuplicateButtonProps) {
  const api = useStaffApi();
  const queries = useQueryClient();
  const { begin, isPending } = useBeginRental(make, `The ${make} could not be duplicated`, onOpen);
  const known = async () => {
    const { customer_number: number, erased_at: erasedAt } = rental.customer;
    const found =
      erasedAt === null ? await queries.fetchQuery(foundCustomersQuery(api, number, 1)) : null;
    return duplicateRental(rental, found?.items[0] ?? null, randomUuid());
  };
  return (
    <Button variant="secondary" size="sm" busy={isPending} onClick={() => begin(known)}>
      Duplicate
    </Button>
  );
}
