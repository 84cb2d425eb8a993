import { tellApart } from '#data/crm/customers.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import type { ProposedCustomer } from '#domain/crm/likely-duplicate.ts';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';

type Person = Pick<ProposedCustomer, 'id' | 'customer_number'> & {
  first_name: string | null;
  last_name: string | null;
};

export interface TellApartButtonProps {
  one: Person;
  other: Person;
}

/** Says that two customers are not the same person; the notice takes it back. */
export function TellApartButton({ one, other }: TellApartButtonProps) {
  const api = useStaffApi();
  const pair = { one: one.id, other: other.id };
  const numbers = `${one.customer_number} and ${other.customer_number}`;
  const undo = useCustomerChange(() => tellApart(api, pair, false), {
    done: `${numbers} are proposed again`,
    failure: 'Error proposing the customers again',
  });
  const tell = useCustomerChange(() => tellApart(api, pair, true), {
    done: `${numbers} are not the same person`,
    failure: 'Error telling the customers apart',
    undo: () => undo.mutate(undefined),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={tell.isPending}
      aria-label={`Not the same person: ${customerName(other)}, ${numbers}`}
      onClick={() => tell.mutate(undefined)}
    >
      {tell.isPending ? 'Saving...' : 'Not the same person'}
    </Button>
  );
}
