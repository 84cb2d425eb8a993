import { Link } from '@tanstack/react-router';
import { CircleUser, LayoutDashboard, LogOut, Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { signOut } from '#data/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { AccountSheet } from './account-sheet.tsx';
import { clearDrafts } from './drafts.ts';
import { markSigningOut } from './signing-out.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { useProfile } from './profile.ts';
import { useSlowMutationNotice } from './slow-notice.ts';
import { roleName, staffName } from './staff-roles.ts';
import { useUnsavedChanges } from './use-queued-change.ts';

/** Layout of every guarded page: sticky header and content. */
export function AdminShell({ children }: { children: ReactNode }) {
  useSlowMutationNotice();
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
          <div className="ml-auto flex min-w-0 items-center gap-1">
            <LiveUpdates />
            {profile && (
              <Link
                to="/ops/settings/availability"
                aria-label="Settings of availability"
                title="Settings of availability"
                className={buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true })}
              >
                <Settings aria-hidden size={16} />
              </Link>
            )}
            <AccountButton />
            <LogoutButton />
          </div>
        </div>
        <ConnectionBanner />
      </header>
      <main className="mx-auto max-w-screen-2xl px-4 pb-16 sm:px-6">{children}</main>
    </>
  );
}

function AccountButton() {
  const profile = useProfile();
  const [open, setOpen] = useState(false);
  const name = profile ? `${staffName(profile)} · ${roleName(profile.role)}` : 'No role yet';
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Your account: ${name}`}
        className="min-w-0 shrink"
        onClick={() => setOpen(true)}
      >
        <CircleUser aria-hidden size={16} className="shrink-0" />
        <span className="hidden truncate font-normal text-ink-quiet sm:inline">{name}</span>
      </Button>
      <AccountSheet open={open} onClose={() => setOpen(false)} name={name} />
    </>
  );
}

function LogoutButton() {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  const unsaved = useUnsavedChanges();
  const askFirst = () => {
    notify.failure('Not everything is saved yet', {
      description: `${counted(unsaved, 'change', 'changes')} would be lost.`,
      action: { label: 'Log out all the same', onClick: () => void logout() },
    });
  };
  const logout = async () => {
    setBusy(true);
    markSigningOut();
    clearDrafts();
    const outcome = await signOut(api);
    setBusy(false);
    // why no navigation: the guard redirects when the session ends.
    if (outcome.ok) notify.success('logged out successfully');
    else {
      notify.failure('error logging out', {
        description: outcome.message || 'something went wrong',
      });
    }
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={busy}
      onClick={() => (unsaved > 0 ? askFirst() : void logout())}
      className="-mr-3.5"
    >
      <LogOut aria-hidden size={16} />
      logout
    </Button>
  );
}
