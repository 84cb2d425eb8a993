import { describe, expect, it } from 'vitest';
import type { StaffRole } from '#data/staff/staff-answers.ts';
import { CRM_ROLES, DESK_ROLES, mayOpen, staffName } from './staff-roles.ts';

const profile = (role: StaffRole) => ({
  id: '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e',
  display_name: null,
  role,
  start_page: null,
});

describe('staff', () => {
  it('opens the CRM to admins and CRM users only', () => {
    expect(mayOpen(profile('admin'), CRM_ROLES)).toBe(true);
    expect(mayOpen(profile('crm_user'), CRM_ROLES)).toBe(true);
    expect(mayOpen(profile('inventory_user'), CRM_ROLES)).toBe(false);
    expect(mayOpen(null, CRM_ROLES)).toBe(false);
  });

  it('opens the desk to storekeepers, and nothing of the CRM', () => {
    expect(mayOpen(profile('storekeeper'), DESK_ROLES)).toBe(true);
    expect(mayOpen(profile('storekeeper'), CRM_ROLES)).toBe(false);
    expect(mayOpen(profile('inventory_user'), DESK_ROLES)).toBe(false);
  });

  it('falls back to "User" and the end of the id', () => {
    expect(staffName(profile('admin'))).toBe('User 3c4d5e');
    expect(staffName({ ...profile('admin'), display_name: '  ' })).toBe('User 3c4d5e');
    expect(staffName({ ...profile('admin'), display_name: 'Asha' })).toBe('Asha');
  });
});
