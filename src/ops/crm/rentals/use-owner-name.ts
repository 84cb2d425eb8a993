import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '#data/staff.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { staffName } from '../../shell/staff-roles.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** The name of the owner of an enquiry or order; null for nobody, and until the names are loaded. */
export function useOwnerName(): (rental: Rental) => string | null {
  const staff = useQuery(assigneesQuery(useStaffApi()));
  return ({ assigned_to: id }) => {
    const owner = staff.data?.find((one) => one.id === id);
    return owner ? staffName(owner) : null;
  };
}
