import { Link } from '@tanstack/react-router';
import { CircleUser, LayoutDashboard, LogOut, Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { AccountSheet } from './account-sheet.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { navigationOf } from './ops-navigation.ts';
import { useProfile } from '../kit/profile.ts';
import { SideBar } from './side-bar.tsx';
import { useSlowMutationNotice } from '../kit/slow-notice.ts';
import { CRM_ROLES, INVENTORY_ROLES, mayOpen, roleName, staffName } from '../kit/staff-roles.ts';
import { useGoKeys } from './use-go-keys.ts';
import { useLogout } from './use-logout.ts';

export interface AdminShellProps {
  /** Button of the search over everything. */
  search: ReactNode;
  /** Section of the account sheet about the second factor. */
  secondFactor: ReactNode;
  children: ReactNode;
}

/**
 * Layout of every guarded page: sticky header, navigation at the side or on a phone at the bottom, and
 * content.
 */
export function AdminShell({ search, secondFactor, children }: AdminShellProps) {
  useSlowMutationNotice();
  const profile = useProfile();
  const entries = navigationOf(profile);
  const name = profile ? `${staffName(profile)} · ${roleName(profile.role)}` : 'No role yet';
  const { logout, busy } = useLogout();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const [isKeysOpen, setKeysOpen] = useState(false);
  useGoKeys(entries, () => setKeysOpen(true));
  return (
    <>
      <SkipLink to="#content">Skip to content</SkipLink>
      <header className="sticky top-0 z-20 border-b border-rule bg-paper print:hidden">
        <div className="flex h-14 items-center gap-1 px-4 sm:px-6">
          {profile?.role !== 'storekeeper' && (
            <Link
              to="/ops/dashboard"
              className={`${buttonClass({ variant: 'quiet', size: 'sm' })} -ml-3.5`}
            >
              <LayoutDashboard aria-hidden size={16} />
              <span className="cramped:sr-only">Dashboard</span>
            </Link>
          )}
          <div className="ml-auto flex min-w-0 items-center gap-1">
            {profile && <LiveUpdates userId={profile.id} />}
            {profile && search}
            {mayOpen(profile, INVENTORY_ROLES) && (
              <Link
                to="/ops/settings/availability"
                aria-label="Settings of availability"
                title="Settings of availability"
                className={`${buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true })} max-md:hidden`}
              >
                <Settings aria-hidden size={16} />
              </Link>
            )}
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Your account: ${name}`}
              className="min-w-0 shrink"
              onClick={() => setAccountOpen(true)}
            >
              <CircleUser aria-hidden size={16} className="shrink-0" />
              <span className="hidden truncate font-normal text-ink-quiet sm:inline">{name}</span>
            </Button>
            <Button variant="quiet" size="sm" busy={busy} onClick={logout} className="-mr-3.5">
              <LogOut aria-hidden size={16} />
              <span className="cramped:sr-only">Logout</span>
            </Button>
          </div>
        </div>
        <ConnectionBanner />
      </header>
      <div className="flex">
        {entries.length > 0 && (
          <SideBar entries={entries.filter(({ place }) => place !== 'header')} />
        )}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-screen-2xl min-w-0 grow px-4 pb-[calc(4rem+var(--bottom-bar))] outline-none sm:px-6 print:px-0"
        >
          {children}
        </main>
      </div>
      {entries.length > 0 && (
        <BottomBar entries={entries} onAccount={() => setAccountOpen(true)} onLogout={logout} />
      )}
      <AccountSheet
        open={isAccountOpen}
        onClose={() => setAccountOpen(false)}
        name={name}
        hasNotices={mayOpen(profile, CRM_ROLES)}
        secondFactor={secondFactor}
      />
      <KeysSheet open={isKeysOpen} onClose={() => setKeysOpen(false)} entries={entries} />
    </>
  );
}
