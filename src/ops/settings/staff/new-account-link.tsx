import type { AccountLink } from '#data/staff/staff-accounts.ts';
import { formatMoment } from '#domain/dates.ts';
import { NewAddress } from '../../links/new-address.tsx';

export interface NewAccountLinkProps {
  made: AccountLink;
  /** The person it is for. */
  name: string;
  email: string;
  /** To join, instead of for a new password. */
  isInvitation: boolean;
}

/** A link that was just made, to send to the person. */
export function NewAccountLink({ made, name, email, isInvitation }: NewAccountLinkProps) {
  const until = formatMoment(made.expires_at);
  const purpose = isInvitation
    ? 'You are invited to our back office. Set your password here'
    : 'Set your new password for our back office here';
  return (
    <NewAddress
      title={isInvitation ? `Invitation for ${name}` : `New password for ${name}`}
      path={made.link}
      email={email}
      message={`${purpose} (once, until ${until}):`}
      note={`Send it to ${name} only. It works once, until ${until}, and replaces earlier links. It is shown only now.`}
    />
  );
}
