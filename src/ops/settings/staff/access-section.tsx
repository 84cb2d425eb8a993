import { useState } from 'react';
import { changeAccount, makeAccountLink, type AccountLink } from '#data/staff/staff-accounts.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { accountName } from './account-text.ts';
import { ConfirmedButton } from '../../kit/confirmed-button.tsx';
import { NewAccountLink } from './new-account-link.tsx';
import type { PersonPartProps } from './person-forms.tsx';

/** Links to join or for a new password, signing out everywhere, and the second factor. */
export function AccessSection(props: PersonPartProps & { isOwn: boolean }) {
  const { account, busy, run, isOwn } = props;
  const api = useStaffApi();
  const name = accountName(account);
  const [made, setMade] = useState<AccountLink>();
  const makeLink = () =>
    run('Error making the link', async () => setMade(await makeAccountLink(api, account.id)));
  const signOut = () =>
    run('Error signing out', async () => {
      await changeAccount(api, account.id, 'sign_out');
      notify.success(`${name} is signed out everywhere`);
    });
  const removeFactor = () =>
    run('Error removing the second factor', async () => {
      await changeAccount(api, account.id, 'remove_factor');
      notify.success(`Second factor of ${name} removed`);
    });
  return (
    <section aria-labelledby="access">
      <h3 id="access" className="font-semibold">
        Signing in
      </h3>
      <p className="mt-1 text-ink-quiet text-pretty">{textOf(props)}</p>
      {made && (
        <NewAccountLink
          key={made.link}
          made={made}
          name={name}
          email={account.email}
          isInvitation={account.invited}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!account.disabled && !isOwn && (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void makeLink()}>
            {account.invited ? 'New invitation link' : 'Link for a new password'}
          </Button>
        )}
        {!account.invited && !account.disabled && (
          <ConfirmedButton
            label="Sign out everywhere"
            title={isOwn ? 'Sign out everywhere, also here?' : `Sign out ${name} everywhere?`}
            text="All open pages close on all devices, and unsaved text in them is lost. Signing in again is possible at once."
            busy={busy}
            onConfirm={() => void signOut()}
          />
        )}
        {account.second_factor && !isOwn && (
          <ConfirmedButton
            label="Remove second factor"
            title={`Remove the second factor of ${name}?`}
            text="For a lost phone: the password alone is enough to sign in then, until a new second factor is set up. Make sure that it is really them who asks."
            busy={busy}
            onConfirm={() => void removeFactor()}
          />
        )}
      </div>
    </section>
  );
}

function textOf({ account, isOwn }: PersonPartProps & { isOwn: boolean }): string {
  if (isOwn) return 'Change your password and second factor in “Your account”.';
  if (account.disabled) return 'This account cannot sign in until it is enabled.';
  return account.invited
    ? 'This person has not joined yet. A new link replaces the one before.'
    : 'The password works until the person sets a new one with the link.';
}
