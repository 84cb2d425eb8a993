import { useQuery } from '@tanstack/react-query';
import { dueTodayQuery } from '#data/desk.ts';
import { studioToday } from '#domain/dates.ts';
import type { DueToday, TodaySearch } from '#domain/desk/today.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { ConflictsNotice } from '../crm/conflicts/conflicts-notice.tsx';
import { useMinute } from '../crm/rentals/use-minute.ts';
import { DeskPage } from '../desk/desk-page.tsx';
import { LoadingSkeleton } from '../shell/loading-skeleton.tsx';
import { useProfile } from '../shell/profile.ts';
import { ReadFailure } from '../shell/read-failure.tsx';
import { ReadEmailProblem } from '../messages/email-problem.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { CRM_ROLES } from '../shell/staff-roles.ts';
import { StaleNotice } from '../shell/stale-notice.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { DaySwitch } from './day-switch.tsx';
import { DueEnquiries, EndingHolds, WaitingEnquiries } from './due-enquiries.tsx';
import { DueOrders, nextList } from './due-orders.tsx';

/** Today at the desk, or with `order` in the address the hand-over and return of that order. */
export function TodayPage({ search }: { search: TodaySearch }) {
  return (
    <RoleGate roles={CRM_ROLES} page="Today">
      {search.order === undefined ? (
        <Today search={search} />
      ) : (
        <DeskPage key={search.order} number={search.order} search={search} />
      )}
    </RoleGate>
  );
}

function Today({ search }: { search: TodaySearch }) {
  const now = useMinute();
  const today = studioToday(now);
  const day = search.day ?? today;
  const me = useProfile()?.id;
  const assignee = search.owner === 'me' ? me : undefined;
  const read = useQuery(dueTodayQuery(useStaffApi(), { day, assignee }));
  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-4 pt-6">
        <h1 className="text-xl font-semibold">Today</h1>
        <div className="flex flex-wrap items-center">
          <ReadEmailProblem />
          <ConflictsNotice />
        </div>
      </div>
      <DaySwitch search={search} today={today} />
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.data && <Due due={read.data} now={now} isToday={day === today} search={search} />}
      {read.isPending && (
        <LoadingSkeleton
          blocks={['h-28 w-full', 'h-28 w-full', 'h-28 w-full']}
          className="mt-6 space-y-4"
        />
      )}
      {read.isError && !read.data && (
        <div className="mt-6">
          <ReadFailure level={2} title="The day could not be loaded" read={read} />
        </div>
      )}
    </div>
  );
}

interface DueProps {
  due: DueToday;
  now: Date;
  isToday: boolean;
  search: TodaySearch;
}

function Due({ due, now, isToday, search }: DueProps) {
  const { totals } = due;
  const next = nextList(due);
  if (Object.values(totals).every((total) => total === 0)) {
    return (
      <PageMessage
        level={2}
        className="py-8"
        title={isToday ? 'Nothing to do at the desk' : 'Nothing on this day'}
        text={
          search.owner
            ? 'Nothing of yours: switch off “Mine” to see everybody’s.'
            : 'No pieces go out or come back, and every enquiry has an answer.'
        }
      />
    );
  }
  return (
    <>
      {(['overdue', 'going_out', 'coming_back'] as const).map((list) => (
        <DueOrders
          key={list}
          list={list}
          orders={due[list]}
          total={totals[list]}
          isNext={list === next}
          search={search}
        />
      ))}
      <DueEnquiries enquiries={due.unanswered} total={totals.unanswered} />
      <WaitingEnquiries enquiries={due.waiting} total={totals.waiting} />
      <EndingHolds enquiries={due.holds} total={totals.holds} now={now} />
    </>
  );
}
