import type { ReactNode } from 'react';
import type { StaffRole } from '#data/staff/staff-answers.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { HomeLink } from './home-link.tsx';
import { useProfile } from './profile.ts';
import { mayOpen, roleName } from './staff-roles.ts';

export interface RoleGateProps {
  roles: readonly StaffRole[];
  /** Name of the page, for the refusal. */
  page: string;
  children: ReactNode;
}

/**
 * Renders the page for the given roles and an explanation for others. The database enforces access;
 * this only avoids showing an empty table.
 */
export function RoleGate({ roles, page, children }: RoleGateProps) {
  const profile = useProfile();
  if (mayOpen(profile, roles)) return children;
  const open = `the ${roles.length === 1 ? 'role' : 'roles'} ${roles.map(roleName).join(' and ')}`;
  return (
    <PageMessage
      title="You cannot open this page"
      text={
        profile
          ? `${page} is open to ${open}. Your role is ${roleName(profile.role)}.`
          : `${page} is open to ${open}. Your account has no role yet: ask an admin for one.`
      }
      action={<HomeLink />}
    />
  );
}
