import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { pendingEnquiriesQuery } from '#data/enquiries.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useProfile } from '../shell/profile.ts';
import { CRM_ROLES, mayOpen } from '../shell/staff.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** The first page after signing in: a card for each part of the back office that one may open. */
export function DashboardPage() {
  const profile = useProfile();
  if (!mayOpen(profile, CRM_ROLES)) {
    return (
      <PageMessage
        title="Dashboard"
        text={
          profile
            ? 'No part of the back office is open to your role yet.'
            : 'Your account has no role yet: ask an admin for one.'
        }
      />
    );
  }
  return (
    <>
      <h1 className="pt-8 text-xl font-semibold">Dashboard</h1>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        <li>
          <CrmCard />
        </li>
      </ul>
    </>
  );
}

function CrmCard() {
  const pending = useQuery(pendingEnquiriesQuery(useStaffApi()));
  return (
    <Link
      to="/ops/crm"
      search={{ tab: 'enquiries' }}
      className="group flex h-full flex-col rounded-lg border border-rule bg-surface p-5 transition-colors duration-150 hover:border-rule-strong"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="text-base font-semibold">CRM-Rental</span>
        <ArrowRight aria-hidden size={18} className="text-ink-quiet group-hover:text-teal" />
      </span>
      <span className="mt-0.5 text-sm text-ink-quiet">What visitors asked for</span>
      <span className="mt-6 flex h-9 items-baseline gap-2 text-sm text-ink-quiet">
        <PendingFigure count={pending.data} failed={pending.isError} />
      </span>
    </Link>
  );
}

const countFormat = new Intl.NumberFormat('en-IN');

function PendingFigure({ count, failed }: { count: number | undefined; failed: boolean }) {
  if (count !== undefined) {
    return (
      <>
        <span className="text-2xl font-semibold text-ink tabular-nums">
          {countFormat.format(count)}
        </span>
        {count === 1 ? 'pending enquiry' : 'pending enquiries'}
      </>
    );
  }
  return failed ? 'The figure could not be loaded.' : <Skeleton className="h-7 w-36" />;
}
