import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailWarning } from 'lucide-react';
import { channelsQuery } from '#data/messages/messages.ts';
import type { ChannelState } from '#domain/messages/listed-message.ts';
import { emailProblem } from '#domain/messages/message-status.ts';
import { useMinute } from '../kit/use-minute.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** {@link EmailProblem} on a page of CRM staff whose own answer does not have the state of e-mails. */
export function ReadEmailProblem() {
  const { data } = useQuery(channelsQuery(useStaffApi()));
  return <EmailProblem email={data?.find(({ channel }) => channel === 'email')} />;
}

/** Beside a page's heading: says that e-mails failed or do not leave, and leads to them. Nothing while all is well. */
export function EmailProblem({ email }: { email: ChannelState | null | undefined }) {
  const now = useMinute().getTime();
  const problem = email && emailProblem(email, now);
  if (!problem) return null;
  return (
    <Link
      to="/ops/messages"
      search={email.failed > 0 && email.late === 0 ? { state: 'failed' } : {}}
      preload={false}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-sm text-ink hover:bg-paper-deep max-sm:order-last sm:min-h-9"
    >
      <MailWarning aria-hidden size={16} className="shrink-0 text-amber" />
      {problem}
    </Link>
  );
}
