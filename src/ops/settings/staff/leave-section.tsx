import { changeAccount } from '#data/staff/staff-accounts.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { accountName } from './account-text.ts';
import { ConfirmedButton } from '../../kit/confirmed-button.tsx';
import type { PersonPartProps } from './person-forms.tsx';

/** Disables, enables and removes an account, or withdraws an invitation. */
export function LeaveSection(props: PersonPartProps & { onRemoved: () => void }) {
  const { account, busy, run, onRemoved } = props;
  const api = useStaffApi();
  const name = accountName(account);
  const enable = () =>
    run('Error enabling the account', async () => {
      await changeAccount(api, account.id, 'enable');
      notify.success(`${name} can sign in again`);
    });
  const disable = () =>
    run('Error disabling the account', async () => {
      await changeAccount(api, account.id, 'disable');
      notify.success(`${name} is disabled`, {
        action: { label: 'Undo', onClick: () => void enable() },
      });
    });
  const remove = () =>
    run('Error removing the account', async () => {
      await changeAccount(api, account.id, 'remove');
      notify.success(account.invited ? 'Invitation withdrawn' : `${name} is removed`);
      onRemoved();
    });
  return (
    <section aria-labelledby="leave">
      <h3 id="leave" className="font-semibold">
        {account.invited ? 'Invitation' : 'When they leave'}
      </h3>
      <p className="mt-1 text-ink-quiet text-pretty">
        {account.invited
          ? 'Withdraw it if the person does not come, or the address is wrong.'
          : 'A disabled account keeps everything and can be enabled again. A removed one is gone, and its e-mail address is free for a new one.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {account.disabled && (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void enable()}>
            Enable
          </Button>
        )}
        {!account.disabled && !account.invited && (
          <ConfirmedButton
            label="Disable"
            title={`Disable ${name}?`}
            text="They are signed out everywhere and cannot sign in until somebody enables the account. Leads, enquiries and orders stay with them."
            busy={busy}
            onConfirm={() => void disable()}
          />
        )}
        <ConfirmedButton
          label={account.invited ? 'Withdraw the invitation' : 'Remove'}
          title={account.invited ? `Withdraw the invitation of ${name}?` : `Remove ${name}?`}
          text={
            account.invited
              ? 'The link stops working.'
              : 'This cannot be undone. They are signed out and their calendar links stop working. Leads, enquiries, orders, notes and logs still show their name; give open ones to somebody else in the CRM.'
          }
          variant="danger"
          busy={busy}
          onConfirm={() => void remove()}
        />
      </div>
    </section>
  );
}
