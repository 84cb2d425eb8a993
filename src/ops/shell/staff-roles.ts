import type { Profile, StaffRole } from '#data/session.ts';
import { staffNameOf } from '#domain/crm/timeline-text.ts';

/** The roles that may open the CRM (design §4). */
export const CRM_ROLES: readonly StaffRole[] = ['admin', 'crm_user'];

/** The roles that may open the inventory managers (design §4). */
export const INVENTORY_ROLES: readonly StaffRole[] = ['admin', 'crm_user', 'inventory_user'];

const ROLE_NAMES: Record<StaffRole, string> = {
  admin: 'Admin',
  crm_user: 'CRM',
  inventory_user: 'Inventory',
};

/** A role in words. */
export function roleName(role: StaffRole): string {
  return ROLE_NAMES[role];
}

/** The name of a member of staff; "User" and the last 6 characters of the id without one (§2). */
export function staffName(profile: Pick<Profile, 'id' | 'display_name'>): string {
  return staffNameOf(profile.id, profile.display_name);
}

/** Whether someone with this profile may open what these roles may open. */
export function mayOpen(profile: Profile | null, roles: readonly StaffRole[]): boolean {
  return profile !== null && roles.includes(profile.role);
}
