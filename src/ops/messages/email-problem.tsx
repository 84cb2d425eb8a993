import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailWarning } from 'lucide-react';
import { channelsQuery } from '#data/messages.ts';
import { emailProblem } from '#domain/messages/message-status.ts';
import { useMinute } from '../crm/rentals/use-minute.ts';
import { useProfile } from '../shell/profile.ts';
import { CRM_ROLES, mayOpen } from '../shell/staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Beside a page's heading: says that e-mails failed or do not leave, and leads to them. Nothing while all is well. */
export function EmailProblem() {
  return mayOpen(useProfile(), CRM_ROLES) ? <Notice /> : null;
}

function Notice() {
  const { data } = useQuery(channelsQuery(useStaffApi()));
  const now = useMinute().getTime();
  const email = data?.find(({ channel }) => channel === 'email');
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
