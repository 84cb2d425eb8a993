import type { ComponentProps } from 'react';
import { SelectField } from '#ui/field.tsx';
import { roleName } from '../../shell/staff-roles.ts';
import type { StaffRole } from '#data/session.ts';

const ROLES: readonly StaffRole[] = ['crm_user', 'inventory_user', 'admin'];

const MEANINGS: Record<StaffRole, string> = {
  crm_user: 'customers, orders and items',
  inventory_user: 'items only',
  admin: 'everything, also staff and settings',
};

/** Selects a role; the options say what it opens. */
export function RoleField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'name'>) {
  return (
    <SelectField {...props} label="Role" name="role">
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}: {MEANINGS[role]}
        </option>
      ))}
    </SelectField>
  );
}

/** The role with that name; CRM for any other text. */
export function roleFrom(text: string): StaffRole {
  return ROLES.find((role) => role === text) ?? 'crm_user';
}
