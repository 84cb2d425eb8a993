import { useState } from 'react';
import * as z from 'zod/mini';
import { inviteStaff, type AccountLink, type StaffAccount } from '#data/staff/staff-accounts.ts';
import { staffRole } from '#data/staff/staff-answers.ts';
import { plainEmail } from '#domain/email.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { NewAccountLink } from './new-account-link.tsx';
import { RoleField } from './role-field.tsx';
import { useAccountChange } from './use-account-change.ts';

export interface InviteSheetProps {
  open: boolean;
  onClose: () => void;
}

const INVITATION = z.object({
  name: z.string().check(z.trim()),
  email: z.string().check(z.overwrite(plainEmail)),
  role: staffRole,
});

const useInvitation = () =>
  useCheckedForm(INVITATION, {
    defaultValues: { name: '', email: '', role: 'crm_user' },
    whileTyping: 'keep',
  });

/** Invites a person by a link, which it then shows. What was typed is there again when it was closed meanwhile. */
export function InviteSheet({ open, onClose }: InviteSheetProps) {
  const invitation = useInvitation();
  return (
    <Sheet open={open} onClose={onClose} title="Invite a person">
      {open && <InviteForm invitation={invitation} onClose={onClose} />}
    </Sheet>
  );
}

interface InviteFormProps extends Pick<InviteSheetProps, 'onClose'> {
  invitation: ReturnType<typeof useInvitation>;
}

type Made = AccountLink & Pick<StaffAccount, 'name' | 'email'>;

function InviteForm({ invitation: { form, field, refuse }, onClose }: InviteFormProps) {
  const api = useStaffApi();
  const { busy, run } = useAccountChange();
  const [made, setMade] = useState<Made>();

  const invite = form.handleSubmit((invitation) =>
    run(
      'Error inviting',
      async () => {
        setMade({ ...invitation, ...(await inviteStaff(api, invitation)) });
        form.reset();
      },
      refuse,
    ),
  );

  if (made) {
    return (
      <>
        <p className="text-sm" role="status">
          {made.name} is invited. They join when they open the link and set a password.
        </p>
        <NewAccountLink made={made} name={made.name ?? ''} email={made.email} isInvitation />
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <Button variant="quiet" onClick={() => setMade(undefined)}>
            Invite another person
          </Button>
        </div>
      </>
    );
  }
  return (
    <form noValidate aria-label="Invite" onSubmit={(event) => void invite(event)}>
      <TextField
        {...field('name')}
        label="Name"
        hint="As colleagues see it. The person may change it when they join."
        autoComplete="off"
        maxLength={120}
      />
      <EmailField
        {...field('email')}
        label="E-mail"
        plain={plainEmail}
        hint="They sign in with it. No e-mail is sent: you send the link."
        autoComplete="off"
        maxLength={254}
        className="mt-2"
      />
      <RoleField {...field('role')} className="mt-2" />
      <Button type="submit" busy={busy} className="mt-3">
        {busy ? 'Inviting...' : 'Invite'}
      </Button>
    </form>
  );
}
