import { Sheet } from '#ui/sheet.tsx';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { CompareCustomers } from './compare-customers.tsx';
import { FindCustomer } from '../../kit/pickers/find-customer.tsx';

export interface MergeSheetProps {
  customer: CustomerRecord;
  open: boolean;
  /** Number of the customer to compare with; null to search for one. */
  other: string | null;
  onOther: (number: string | null) => void;
  onMerged: () => void;
  onClose: () => void;
}

/** Merges two customers who are one person: find the other one, compare both, confirm. */
export function MergeSheet(props: MergeSheetProps) {
  const { customer, open, other, onOther, onMerged, onClose } = props;
  return (
    <Sheet open={open} onClose={onClose} title="Merge customers">
      {open &&
        (other === null ? (
          <FindCustomer
            text="Find the other customer who is the same person. Both are then shown side by side."
            without={customer.id}
            onFound={(found) => onOther(found.customer_number)}
          />
        ) : (
          <CompareCustomers
            key={other}
            customer={customer}
            number={other}
            onBack={() => onOther(null)}
            onMerged={() => {
              onMerged();
              onClose();
            }}
          />
        ))}
    </Sheet>
  );
}
