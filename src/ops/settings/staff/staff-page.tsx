import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffAccountsQuery, type StaffAccount } from '#data/staff/staff-accounts.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { useProfile } from '../../kit/profile.ts';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { RoleGate } from '../../kit/role-gate.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingsLinks } from '../settings-links.tsx';
import { accountFacts, accountName, accountState, isOnlyAdmin } from './account-text.ts';
import { InviteSheet } from './invite-sheet.tsx';
import { PersonSheet } from './person-sheet.tsx';

/** The people who may sign in: invite, roles, disable, remove. For admins (docs/product/roles.md). */
export function StaffPage() {
  const [isInviting, setInviting] = useState(false);
  return (
    <RoleGate roles={['admin']} page="Staff">
      <div className="mx-auto max-w-2xl pt-2">
        <SettingsLinks />
        <div className="flex items-start gap-4">
          <div className="min-w-0 grow">
            <h1 className="text-xl font-semibold">Staff</h1>
            <p className="mt-1 text-sm text-ink-quiet text-pretty">
              The people who may sign in to the back office.
            </p>
          </div>
          <Button size="sm" onClick={() => setInviting(true)}>
            Invite
          </Button>
        </div>
        <Accounts />
        <InviteSheet open={isInviting} onClose={() => setInviting(false)} />
      </div>
    </RoleGate>
  );
}

function Accounts() {
  const read = useQuery(staffAccountsQuery(useStaffApi()));
  const own = useProfile()?.id ?? '';
  const [opened, setOpened] = useState('');
  if (read.isPending) {
    return (
      <LoadingSkeleton
        blocks={['h-16 w-full', 'h-16 w-full', 'h-16 w-full']}
        className="mt-6 space-y-1"
      />
    );
  }
  if (!read.data) {
    return (
      <div className="mt-6">
        <ReadFailure level={2} title="Staff could not be loaded" read={read} />
      </div>
    );
  }
  return (
    <>
      <ul aria-label="Staff" className="mt-6 border-t border-rule">
        {read.data.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isOwn={account.id === own}
            onOpen={() => setOpened(account.id)}
          />
        ))}
      </ul>
      {read.data.length === 1 && (
        <p className="mt-4 text-sm text-ink-quiet text-pretty">
          You are alone here. Invite a colleague, and somebody as a second admin: they can let you
          in again if you lose your password.
        </p>
      )}
      <PersonSheet
        account={read.data.find(({ id }) => id === opened)}
        isOwn={opened === own}
        isOnlyAdmin={isOnlyAdmin(read.data, own)}
        onClose={() => setOpened('')}
      />
    </>
  );
}

interface AccountRowProps {
  account: StaffAccount;
  isOwn: boolean;
  onOpen: () => void;
}

function AccountRow({ account, isOwn, onOpen }: AccountRowProps) {
  const state = accountState(account);
  const name = accountName(account);
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-rule py-2.5 text-sm">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {isOwn && <span className="text-xs text-ink-quiet">you</span>}
          {state && <Badge tone={state.tone}>{state.text}</Badge>}
        </p>
        {account.email && name !== account.email && <p className="break-words">{account.email}</p>}
        <p className="mt-0.5 text-xs text-ink-quiet">{accountFacts(account)}</p>
      </div>
      <Button variant="secondary" size="sm" aria-label={`Manage ${name}`} onClick={onOpen}>
        Manage
      </Button>
    </li>
  );
}
