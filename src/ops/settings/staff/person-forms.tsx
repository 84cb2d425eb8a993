import * as z from 'zod/mini';
import { renameStaff, setStaffRole, type StaffAccount } from '#data/staff/staff-accounts.ts';
import { staffRole, type StaffRole } from '#data/staff/staff-answers.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { roleName } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { accountName } from './account-text.ts';
import { RoleField } from './role-field.tsx';
import type { RunChange } from './use-account-change.ts';

export interface PersonPartProps {
  account: StaffAccount;
  /** A change is running. */
  busy: boolean;
  run: RunChange;
}

const NAME = z.object({ name: z.string().check(z.trim()) });
const ROLE = z.object({ role: staffRole });

/** Changes the display name; can be undone. */
export function PersonNameForm({ account, busy, run }: PersonPartProps) {
  const api = useStaffApi();
  const { form, field, refuse } = useCheckedForm(NAME, {
    // why not the default: an undone name is shown again.
    values: { name: account.name ?? '' },
    whileTyping: 'keep',
  });
  const rename = (to: string, before: string | null) =>
    run(
      'Error changing the name',
      async () => {
        await renameStaff(api, account.id, to);
        notify.success(`Name changed to ${to}`, {
          ...(before && { action: { label: 'Undo', onClick: () => void rename(before, null) } }),
        });
      },
      refuse,
    );
  const save = form.handleSubmit(({ name: to }) => {
    if (to !== account.name) void rename(to, account.name);
  });
  return (
    <form
      noValidate
      aria-label="Name"
      onSubmit={(event) => void save(event)}
      className="flex items-start gap-2"
    >
      <TextField
        {...field('name')}
        label="Name"
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
  const { form, field } = useCheckedForm(ROLE, { values: { role: account.role ?? 'crm_user' } });
  const save = form.handleSubmit(({ role: to }) => {
    if (to !== account.role) void change(to, account.role);
  });
  return (
    <form
      aria-label="Role"
      onSubmit={(event) => void save(event)}
      className="flex items-start gap-2"
    >
      <RoleField
        {...field('role')}
        hint="Takes effect within 10 seconds, also on open pages."
        className="min-w-0 grow"
      />
      <Button type="submit" variant="secondary" busy={busy} className="mt-[1.6rem]">
        {account.role === null ? 'Give role' : 'Save'}
      </Button>
    </form>
  );
}
