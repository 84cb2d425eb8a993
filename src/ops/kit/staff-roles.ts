import type { Profile, StaffRole } from '#data/staff/staff-answers.ts';
import { staffNameOf } from '#domain/crm/staff-name.ts';

/** The roles that may open the CRM (docs/product/roles.md). */
export const CRM_ROLES: readonly StaffRole[] = ['admin', 'crm_user'];

/** The roles that may open the inventory managers (docs/product/roles.md). */
export const INVENTORY_ROLES: readonly StaffRole[] = ['admin', 'crm_user', 'inventory_user'];

/** The roles that hand pieces over and take them back (docs/product/roles.md). */
export const DESK_ROLES: readonly StaffRole[] = ['admin', 'crm_user', 'storekeeper'];

/** All roles. */
export const STAFF_ROLES: readonly StaffRole[] = [...INVENTORY_ROLES, 'storekeeper'];

const ROLE_NAMES: Record<StaffRole, string> = {
  admin: 'Admin',
  crm_user: 'CRM',
  inventory_user: 'Inventory',
  storekeeper: 'Storekeeper',
};

/** Display name of a role. */
export function roleName(role: StaffRole): string {
  return ROLE_NAMES[role];
}

/** The display name of a member of staff, or "User" and the last 6 characters of the id. */
export function staffName(profile: Pick<Profile, 'id' | 'display_name'>): string {
  return staffNameOf(profile.id, profile.display_name);
}

/** Whether the profile has one of the roles. */
export function mayOpen(profile: Profile | null, roles: readonly StaffRole[]): boolean {
  return profile !== null && roles.includes(profile.role);
}
