import { Link } from '@tanstack/react-router';
import { LayoutDashboard, LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { signOut } from '#data/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { leaveOnPurpose } from './leaving.ts';
import { useProfile } from './profile.ts';
import { roleName, staffName } from './staff.ts';

/** The frame of every page behind the guard: a header that stays, and the page under it. */
export function AdminShell({ children }: { children: ReactNode }) {
  const profile = useProfile();
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-rule bg-paper">
        <div className="mx-auto flex h-14 max-w-screen-2xl items-center gap-1 px-4 sm:px-6">
          <Link
            to="/ops/dashboard"
            className={`${buttonClass({ variant: 'quiet', size: 'sm' })} -ml-3.5`}
          >
            <LayoutDashboard aria-hidden size={16} />
            dashboard
          </Link>
          <div className="ml-auto flex min-w-0 items-center gap-3">
            {profile && (
              <p className="hidden truncate text-sm text-ink-quiet sm:block">
                {staffName(profile)} · {roleName(profile.role)}
              </p>
            )}
            <LogoutButton />
          </div>
        </div>
      </header>
      <main className="mx-auto max-w-screen-2xl px-4 pb-16 sm:px-6">{children}</main>
    </>
  );
}

function LogoutButton() {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    leaveOnPurpose();
    const outcome = await signOut(api);
    setBusy(false);
    // why: the guard sees the session end and goes to /ops.
    if (outcome.ok) notify.success('logged out successfully');
    else {
      notify.failure('error logging out', {
        description: outcome.message || 'something went wrong',
      });
    }
  };
  return (
    <Button variant="quiet" size="sm" busy={busy} onClick={() => void logout()} className="-mr-3.5">
      <LogOut aria-hidden size={16} />
      logout
    </Button>
  );
}
