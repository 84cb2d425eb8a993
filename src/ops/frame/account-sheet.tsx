import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NO_ANSWER } from '#data/core/failure.ts';
import { updateAccount, useSession } from '#data/staff/session.ts';
import { plainEmail } from '#domain/email.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ThemeSelect } from '#ui/theme-select.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { SingleKeysField } from './single-keys-field.tsx';
import { StartPageSelect } from './start-page-select.tsx';
import { InstallApp } from '../install/install-app.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { useSlowNotice } from '../kit/slow-notice.ts';

export interface AccountSheetProps {
  open: boolean;
  onClose: () => void;
  /** Name and role of the signed-in user. */
  name: string;
  /** Whether the user's role is told of news. */
  hasNotices: boolean;
  /** The section about the second factor. */
  secondFactor: ReactNode;
}

/** The user's account, with forms to change password, e-mail address and second factor. */
export function AccountSheet(props: AccountSheetProps) {
  const { open, onClose, name, hasNotices, secondFactor } = props;
  const session = useSession(useStaffApi());
  const email = session.status === 'authenticated' ? session.email : '';
  return (
    <Sheet open={open} onClose={onClose} title="Your account">
      {/* why: unmounting drops typed passwords when the sheet closes. */}
      {open && (
        <div className="space-y-8">
          <p className="text-sm">
            {name}
            <br />
            <span className="break-words text-ink-quiet">{email}</span>
          </p>
          <ThemeSelect />
          <StartPageSelect />
          <SingleKeysField />
          {hasNotices && (
            <section aria-labelledby="own-notices">
              <h3 id="own-notices" className="mb-2 text-sm font-semibold">
                Notices
              </h3>
              <p className="mb-3 text-sm text-ink-quiet">
                What you are told of, with or without a sound, and on which devices.
              </p>
              <Link
                to="/ops/notices"
                onClick={onClose}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Bell aria-hidden size={16} />
                Notices
              </Link>
            </section>
          )}
          <ChangeForm
            title="Password"
            submit="Change password"
            busyText="Changing..."
            done="Password changed"
            failure="Error changing password"
            read={(form) => ({ password: formText(form, 'password') })}
          >
            <TextField
              label="New password"
              name="password"
              type="password"
              autoComplete="new-password"
              hint="At least 8 characters. Your sessions on other devices end."
              required
              minLength={8}
              maxLength={72}
            />
          </ChangeForm>
          <ChangeForm
            title="E-mail"
            submit="Change e-mail"
            busyText="Changing..."
            done="E-mail changed"
            failure="Error changing e-mail"
            read={(form) => ({ email: plainEmail(formText(form, 'email')) })}
          >
            <EmailField
              label="New e-mail"
              name="email"
              plain={plainEmail}
              hint="You sign in with it from then on."
              required
              maxLength={254}
            />
          </ChangeForm>
          {secondFactor}
          <InstallApp />
        </div>
      )}
    </Sheet>
  );
}

interface ChangeFormProps {
  title: string;
  submit: string;
  busyText: string;
  done: string;
  failure: string;
  read: (form: FormData) => { password: string } | { email: string };
  children: ReactNode;
}

function ChangeForm({ title, submit, busyText, done, failure, read, children }: ChangeFormProps) {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    const outcome = await updateAccount(api, read(data), formText(data, 'current'));
    setBusy(false);
    if (outcome.ok) {
      form.reset();
      notify.success(done);
    } else {
      notify.failure(failure, {
        description: outcome.isAnswered ? outcome.message || 'something went wrong' : NO_ANSWER,
      });
    }
  };
  return (
    <form aria-label={title} onSubmit={(event) => void send(event)}>
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      <TextField
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1000}
      />
      <div className="mt-2">{children}</div>
      <Button type="submit" variant="secondary" busy={busy} className="mt-2">
        {busy ? busyText : submit}
      </Button>
    </form>
  );
}
