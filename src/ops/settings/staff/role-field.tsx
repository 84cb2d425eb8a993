import type { ComponentProps } from 'react';
import { SelectField } from '#ui/field.tsx';
import type { StaffRole } from '#data/staff/staff-answers.ts';
import { roleName } from '../../kit/staff-roles.ts';

const ROLES: readonly StaffRole[] = ['crm_user', 'inventory_user', 'storekeeper', 'admin'];

const MEANINGS: Record<StaffRole, string> = {
  crm_user: 'customers, orders and items',
  inventory_user: 'items only',
  storekeeper: 'hand-over and return, without customers and money',
  admin: 'everything, also staff and settings',
};

/** Selects a role; the options say what it opens. */
export function RoleField(props: Omit<ComponentProps<typeof SelectField>, 'label'>) {
  return (
    <SelectField {...props} label="Role">
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}: {MEANINGS[role]}
        </option>
      ))}
    </SelectField>
  );
}
