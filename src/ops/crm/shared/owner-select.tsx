import { useRef } from 'react';
import { assignRental, type RentalTable } from '#data/crm/owners.ts';
import type { RentalOwner } from '#domain/crm/rental.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { StaffSelect } from './staff-select.tsx';

/** An enquiry or order as its record gives it. */
export interface OwnedRental {
  id: string;
  assigned_to: string | null;
  owner: RentalOwner | null;
}

/** Gives an enquiry or order to a member of staff, or to nobody. */
export function OwnerSelect({ table, rental }: { table: RentalTable; rental: OwnedRental }) {
  const api = useStaffApi();
  const { id, assigned_to: over, owner } = rental;
  const saved = useRef({ over, assigned_to: over });
  return (
    <StaffSelect
      label="Owner"
      none="Nobody"
      of={[table === 'orders' ? 'order' : 'enquiry', id]}
      assigned={over}
      assignedName={owner?.id === over ? (owner?.name ?? null) : null}
      look="field"
      save={async (to) => {
        // why: a previous save from this control is no conflict, so its owner replaces the rendered one.
        const own = saved.current.over === over;
        const seen = own ? saved.current.assigned_to : over;
        const answer = await assignRental(api, table, { id, assigned_to: seen }, to);
        saved.current = { over, assigned_to: answer.assigned_to };
        return answer;
      }}
    />
  );
}
