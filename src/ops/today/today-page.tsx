import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { dueTodayQuery } from '#data/desk/desk.ts';
import { studioToday } from '#domain/days.ts';
import { isCut, type DueToday, type TodaySearch } from '#domain/desk/today.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { ConflictsNotice } from '../conflicts/conflicts-notice.tsx';
import { useMinute } from '../kit/use-minute.ts';
import { DeskPage } from '../desk/desk-page.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { ReadEmailProblem } from '../messages/email-problem.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES, DESK_ROLES, mayOpen } from '../kit/staff-roles.ts';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DaySwitch } from './day-switch.tsx';
import { DueEnquiries, EndingHolds, WaitingEnquiries } from './due-enquiries.tsx';
import { DueCharges } from './due-charges.tsx';
import { DueHired } from './due-hired.tsx';
import { DueOrders, nextList } from './due-orders.tsx';
import { WholeDay } from './whole-day.ts';

/** Today at the desk, or with `order` in the address the hand-over and return of that order. */
export function TodayPage({ search }: { search: TodaySearch }) {
  return (
    <RoleGate roles={DESK_ROLES} page="Today">
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
  const profile = useProfile();
  const hasOwn = mayOpen(profile, CRM_ROLES);
  const assignee = hasOwn && search.owner === 'me' ? profile?.id : undefined;
  const api = useStaffApi();
  const queries = useQueryClient();
  const lists = `${day} ${assignee ?? ''}`;
  const [wholeLists, setWholeLists] = useState<string | null>(null);
  const isWhole = wholeLists === lists;
  const read = useQuery(dueTodayQuery(api, { day, assignee, isWhole }));
  const showAll = () => setWholeLists(lists);
  const print = async () => {
    if (read.data && isCut(read.data)) {
      // why a failure is passed over: the page says that its rows are not all, and so does the paper.
      await queries.prefetchQuery(dueTodayQuery(api, { day, assignee, isWhole: true }));
      flushSync(showAll);
    }
    window.print();
  };
  // why: the browser prints at once, and could not wait for the rest of the lists.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p';
    if (!isPrint || event.shiftKey || event.altKey || !read.data || !isCut(read.data)) return;
    event.preventDefault();
    void print();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <div
      data-print-alone
      className="mx-auto max-w-3xl [page:desk] print:text-ink print:scheme-light xl:max-w-none print:max-w-none"
    >
      {/* why its height from the start: what the row says appears later, and nothing may move then. */}
      <div className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 pt-6 sm:min-h-15 print:min-h-0 print:pt-0">
        <h1 className="text-xl font-semibold">Today</h1>
        <div className="flex flex-wrap items-center print:hidden">
          {hasOwn && <ReadEmailProblem />}
          <ConflictsNotice />
          <Button
            variant="quiet"
            size="sm"
            className="-mr-3.5 max-sm:hidden"
            onClick={() => void print()}
          >
            <Printer aria-hidden size={16} />
            Print
          </Button>
        </div>
      </div>
      <DaySwitch search={search} today={today} hasOwn={hasOwn} />
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.data && (
        <WholeDay value={{ show: showAll, isShowing: isWhole && read.isPlaceholderData }}>
          <Due due={read.data} now={now} isToday={day === today} hasOwn={hasOwn} search={search} />
        </WholeDay>
      )}
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
  /** The user may own orders and enquiries. */
  hasOwn: boolean;
  search: TodaySearch;
}

function Due({ due, now, isToday, hasOwn, search }: DueProps) {
  const { totals } = due;
  const next = nextList(due);
  if (Object.values(totals).every((total) => total === 0)) {
    return (
      <PageMessage
        level={2}
        className="py-8"
        title={isToday ? 'Nothing to do at the desk' : 'Nothing on this day'}
        text={
          hasOwn && search.owner
            ? 'Nothing of yours: switch off “Mine” to see everybody’s.'
            : `No pieces go out or come back${hasOwn ? ', and every enquiry has an answer' : ''}.`
        }
      />
    );
  }
  const orders = (list: 'overdue' | 'going_out' | 'coming_back') => (
    <DueOrders
      list={list}
      orders={due[list]}
      total={totals[list]}
      isNext={list === next}
      search={search}
    />
  );
  // The column beside the orders has the enquiries, or where there are none what comes back.
  const back = (
    <>
      {orders('coming_back')}
      <DueHired hired={due.hired} total={totals.hired} />
      <DueCharges orders={due.to_charge} total={totals.to_charge} />
    </>
  );
  return (
    <div className="xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-12">
      <div className="empty:hidden">
        {orders('overdue')}
        {orders('going_out')}
        {hasOwn && back}
      </div>
      <div className="empty:hidden">
        {!hasOwn && back}
        <DueEnquiries enquiries={due.unanswered} total={totals.unanswered} />
        <WaitingEnquiries enquiries={due.waiting} total={totals.waiting} />
        <EndingHolds enquiries={due.holds} total={totals.holds} now={now} />
      </div>
    </div>
  );
}
