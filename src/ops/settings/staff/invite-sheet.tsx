import { useRef, useState, type FormEvent } from 'react';
import { invalidField } from '#data/invalid-field.ts';
import {
  inviteStaff,
  type AccountLink,
  type Invitation,
  type StaffAccount,
} from '#data/staff-accounts.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { formText } from '../../shell/form-text.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { NewAccountLink } from './new-account-link.tsx';
import { RoleField, roleFrom } from './role-field.tsx';
import { useAccountChange } from './use-account-change.ts';

/** Props of {@link InviteSheet}. */
export interface InviteSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Invites a person by a link, which it then shows. What was typed is there again when it was closed meanwhile. */
export function InviteSheet({ open, onClose }: InviteSheetProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  return (
    <Sheet open={open} onClose={onClose} title="Invite a person">
      {open && <InviteForm typed={typed} onType={setTyped} onClose={onClose} />}
    </Sheet>
  );
}

const NOTHING_TYPED: Invitation = { name: '', email: '', role: 'crm_user' };

const invitationOf = (form: HTMLFormElement): Invitation => {
  const values = new FormData(form);
  return {
    name: formText(values, 'name').trim(),
    email: formText(values, 'email').trim(),
    role: roleFrom(formText(values, 'role')),
  };
};

interface InviteFormProps extends Pick<InviteSheetProps, 'onClose'> {
  typed: Invitation;
  onType: (typed: Invitation) => void;
}

type Made = AccountLink & Pick<StaffAccount, 'name' | 'email'>;

function InviteForm({ typed, onType, onClose }: InviteFormProps) {
  const api = useStaffApi();
  const { busy, run } = useAccountChange();
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<{ field: string; message: string }>();
  const form = useRef<HTMLFormElement>(null);
  const problemAt = (field: string) => (problem?.field === field ? problem.message : undefined);

  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invitation = invitationOf(event.currentTarget);
    await run(
      'Error inviting',
      async () => {
        setMade({ ...invitation, ...(await inviteStaff(api, invitation)) });
        setProblem(undefined);
        onType(NOTHING_TYPED);
      },
      (error) => {
        const field = invalidField(error);
        setProblem(field ? { field, message: error.message } : undefined);
        const control = form.current?.elements.namedItem(field);
        if (control instanceof HTMLElement) control.focus();
        return field !== '';
      },
    );
  };

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
    <form
      ref={form}
      noValidate
      aria-label="Invite"
      onInput={(event) => onType(invitationOf(event.currentTarget))}
      onSubmit={(event) => void invite(event)}
    >
      <TextField
        label="Name"
        name="name"
        hint="As colleagues see it. The person may change it when they join."
        error={problemAt('name')}
        defaultValue={typed.name}
        autoComplete="off"
        maxLength={120}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        hint="They sign in with it. No e-mail is sent: you send the link."
        error={problemAt('email')}
        defaultValue={typed.email}
        autoComplete="off"
        maxLength={254}
        className="mt-2"
      />
      <RoleField error={problemAt('role')} defaultValue={typed.role} className="mt-2" />
      <Button type="submit" busy={busy} className="mt-3">
        {busy ? 'Inviting...' : 'Invite'}
      </Button>
    </form>
  );
}
