import { useState } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import type { StaffAccount } from '#data/staff/staff-accounts.ts';
import { AllActivityLink } from '../../kit/all-activity-link.tsx';
import { accountFacts, accountName } from './account-text.ts';
import { AccessSection } from './access-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { PersonNameForm, PersonRoleForm } from './person-forms.tsx';
import { useAccountChange } from './use-account-change.ts';

export interface PersonSheetProps {
  /** Undefined while none is open, and when the account is gone. */
  account: StaffAccount | undefined;
  /** It is the user's own. */
  isOwn: boolean;
  /** The user is the only admin who can sign in. */
  isOnlyAdmin: boolean;
  onClose: () => void;
}

/** One account with everything that an admin may do to it. */
export function PersonSheet({ account, ...props }: PersonSheetProps) {
  const [shown, setShown] = useState(account);
  // why: the content stays while the sheet closes.
  if (account && account !== shown) setShown(account);
  return (
    <Sheet
      open={account !== undefined}
      onClose={props.onClose}
      title={shown ? accountName(shown) : 'Staff'}
    >
      {account && <Person key={account.id} {...props} account={account} />}
    </Sheet>
  );
}

function Person(props: PersonSheetProps & { account: StaffAccount }) {
  const { account, isOwn, onClose } = props;
  const { busy, run } = useAccountChange();
  const parts = { account, busy, run };
  return (
    <div className="space-y-8 text-sm">
      <p>
        <span className="break-words">{account.email}</span>
        <br />
        <span className="text-ink-quiet">{accountFacts(account)}</span>
      </p>
      {isOwn && (
        <p className="rounded-md bg-paper-deep p-3 text-pretty">
          {props.isOnlyAdmin
            ? 'This is your account, and you are the only admin who can sign in. Make somebody else an admin before you leave: then they can change your role, disable or remove your account.'
            : 'This is your account. Another admin can change its role, disable or remove it.'}
        </p>
      )}
      {account.role !== null && <PersonNameForm {...parts} />}
      {!isOwn && <PersonRoleForm {...parts} />}
      <AccessSection {...parts} isOwn={isOwn} />
      {!isOwn && <LeaveSection {...parts} onRemoved={onClose} />}
      <section aria-labelledby="log">
        <h3 id="log" className="font-semibold">
          Activity
        </h3>
        <AllActivityLink search={{ about: `person:${account.id}` }}>
          All activity about this account
        </AllActivityLink>
        <AllActivityLink search={{ person: account.id }}>
          All activity by this person
        </AllActivityLink>
      </section>
    </div>
  );
}
