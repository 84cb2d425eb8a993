import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { DashboardFigures } from '#data/desk/dashboard-answers.ts';
import { formatCount } from '#ui/count.ts';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { EmailProblem } from '../messages/email-problem.tsx';
import { DashboardDemoNotice } from '../settings/own/demo-notice.tsx';
import { useProfile } from '../kit/profile.ts';
import { CRM_ROLES, mayOpen } from '../kit/staff-roles.ts';
import { SetupCard } from '../setup/setup-card.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CARDS, NO_FIGURES, type DashboardCard, type Figure } from './cards.ts';

/**
 * The page after sign-in: a card for each part of the back office the user may open. Who chose another page to
 * start with is led there, and a storekeeper always.
 */
export function DashboardPage() {
  const profile = useProfile();
  const isLanded = useLocation({ select: ({ state }) => state.opsLanded === true });
  // why once: a choice made here is for the next time.
  const [startsElsewhere] = useState(
    () =>
      profile?.role === 'storekeeper' ||
      (isLanded && profile?.start_page === 'today' && mayOpen(profile, CRM_ROLES)),
  );
  if (startsElsewhere) return <Navigate to="/ops/today" search={{}} replace />;
  const cards = CARDS.filter((card) => mayOpen(profile, card.roles));
  if (cards.length > 0) return <Cards cards={cards} />;
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

function Cards({ cards }: { cards: readonly DashboardCard[] }) {
  const figures = useQuery(dashboardQuery(useStaffApi()));
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 pt-6">
        <h1 className="text-xl font-semibold">Dashboard</h1>
        <EmailProblem email={figures.data?.email} />
      </div>
      <SetupCard />
      <DashboardDemoNotice />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.title} className={card.wide && 'sm:col-span-2 lg:col-span-3'}>
            <Card card={card} figures={figures} />
          </li>
        ))}
      </ul>
      {figures.isError && (
        <p role="status" className="mt-4 flex flex-wrap items-center gap-2 text-sm text-ink-quiet">
          {figures.data ? 'The figures are not up to date.' : 'The figures could not be loaded.'}
          <Button variant="quiet" size="sm" onClick={() => void figures.refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

interface CardProps {
  card: DashboardCard;
  figures: UseQueryResult<DashboardFigures>;
}

function Card({ card, figures }: CardProps) {
  return (
    <div className="group relative flex h-full flex-col rounded-lg border border-rule bg-surface p-5 transition-colors duration-150 hover:border-rule-strong">
      <div className="flex items-center justify-between gap-2">
        {/* why `after`: the whole card is clickable; the counts stay above it with links of their own. */}
        <Link {...card.link} className="text-base font-semibold after:absolute after:inset-0">
          {card.title}
        </Link>
        <ArrowRight aria-hidden size={18} className="text-ink-quiet group-hover:text-teal" />
      </div>
      <p className="mt-0.5 text-sm text-ink-quiet">{card.text}</p>
      <div className="mt-4 grid min-h-14 grid-cols-2 gap-x-6 gap-y-3 text-sm text-ink-quiet sm:flex sm:flex-wrap sm:gap-x-8 lg:gap-x-12">
        {figures.isPending && <FiguresSkeleton figures={card.figures(NO_FIGURES)} />}
        {figures.data && <Figures figures={card.figures(figures.data)} />}
      </div>
    </div>
  );
}

/** As many and as wide as the figures, so that nothing shifts. */
function FiguresSkeleton({ figures }: { figures: readonly Figure[] }) {
  return figures.map(({ one, many }) => (
    <span key={one} aria-hidden className="-m-1.5 p-1.5">
      <Skeleton className="h-[1lh] w-10 text-2xl" />
      <span className="invisible">{many}</span>
    </span>
  ));
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  return figures.map(({ count, one, many, link }) => (
    <Link
      key={one}
      {...link}
      preload={false}
      className="relative -m-1.5 rounded-md p-1.5 hover:bg-teal-pale hover:text-teal-deep"
    >
      <span
        className={classNames('block text-2xl font-semibold tabular-nums', count > 0 && 'text-ink')}
      >
        {formatCount(count)}
      </span>{' '}
      <span>{count === 1 ? one : many}</span>
    </Link>
  ));
}
