import { useState, type FormEvent } from 'react';
import { invalidField } from '#data/invalid-field.ts';
import { renameStaff, setStaffRole, type StaffAccount } from '#data/staff-accounts.ts';
import type { StaffRole } from '#data/session.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { formText } from '../../shell/form-text.ts';
import { roleName } from '../../shell/staff-roles.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { accountName } from './account-text.ts';
import { RoleField, roleFrom } from './role-field.tsx';
import type { RunChange } from './use-account-change.ts';

/** Props of each part of the sheet of a person. */
export interface PersonPartProps {
  account: StaffAccount;
  /** A change is running. */
  busy: boolean;
  run: RunChange;
}

/** Changes the display name; can be undone. */
export function PersonNameForm({ account, busy, run }: PersonPartProps) {
  const api = useStaffApi();
  const [error, setError] = useState<string>();
  const rename = (to: string, before: string | null) =>
    run(
      'Error changing the name',
      async () => {
        await renameStaff(api, account.id, to);
        setError(undefined);
        notify.success(`Name changed to ${to}`, {
          ...(before && { action: { label: 'Undo', onClick: () => void rename(before, null) } }),
        });
      },
      (failure) => {
        const isField = invalidField(failure) === 'name';
        setError(isField ? failure.message : undefined);
        return isField;
      },
    );
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = formText(new FormData(event.currentTarget), 'name').trim();
    if (to !== account.name) void rename(to, account.name);
  };
  return (
    <form noValidate aria-label="Name" onSubmit={save} className="flex items-start gap-2">
      <TextField
        // why the key: an undone name is shown again.
        key={account.name}
        label="Name"
        name="name"
        defaultValue={account.name ?? ''}
        error={error}
        autoComplete="off"
        maxLength={120}
        className="min-w-0 grow"
      />
      <Button type="submit" variant="secondary" busy={busy} className="mt-[1.6rem]">
        Save
      </Button>
    </form>
  );
}

/** Changes the role; can be undone. */
export function PersonRoleForm({ account, busy, run }: PersonPartProps) {
  const api = useStaffApi();
  const change = (to: StaffRole, before: StaffRole | null) =>
    run('Error changing the role', async () => {
      await setStaffRole(api, account.id, to);
      notify.success(`${accountName(account)} has the role ${roleName(to)}`, {
        ...(before && { action: { label: 'Undo', onClick: () => void change(before, null) } }),
      });
    });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = roleFrom(formText(new FormData(event.currentTarget), 'role'));
    if (to !== account.role) void change(to, account.role);
  };
  return (
    <form aria-label="Role" onSubmit={save} className="flex items-start gap-2">
      <RoleField
        key={account.role}
        defaultValue={account.role ?? 'crm_user'}
        hint="Takes effect within 10 seconds, also on open pages."
        className="min-w-0 grow"
      />
      <Button type="submit" variant="secondary" busy={busy} className="mt-[1.6rem]">
        {account.role === null ? 'Give role' : 'Save'}
      </Button>
    </form>
  );
}
