import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { pickListQuery } from '#data/desk/desk.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import { DESK_LABELS } from '#domain/desk/desk-text.ts';
import {
  nextStep,
  totalLeft,
  wholePieces,
  type DeskStep,
  type PickList,
} from '#domain/desk/pick-list.ts';
import { withoutOrder, type TodaySearch } from '#domain/desk/today.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { CRM_ROLES, mayOpen } from '../kit/staff-roles.ts';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CallLinks } from './call-links.tsx';
import { ChargesDue } from './charges-due.tsx';
import { DeskForm } from './desk-form.tsx';
import { MovementHistory } from './movement-history.tsx';
import { PrintedDesk, type Printed } from './printed-desk.tsx';

/** Statuses of orders whose pieces may leave. */
const OPEN: ReadonlySet<string> = new Set(['confirmed', 'in_progress']);

export interface DeskPageProps {
  /** Number of the order. */
  number: string;
  search: TodaySearch;
}

/** Hand-over and return of one order: pick list, counts, history and printing. */
export function DeskPage({ number, search }: DeskPageProps) {
  const read = useQuery(pickListQuery(useStaffApi(), number));
  const mayOpenOrders = mayOpen(useProfile(), CRM_ROLES);
  return (
    <div className="mx-auto max-w-3xl print:max-w-none">
      <p className="pt-4 text-sm print:hidden">
        <Link
          to="/ops/today"
          search={withoutOrder(search)}
          preload={false}
          className="inline-flex min-h-11 items-center gap-1 text-ink-quiet hover:text-ink hover:underline"
        >
          <ChevronLeft aria-hidden size={16} />
          Today
        </Link>
      </p>
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.data && (
        <Desk
          key={read.data.order.id}
          pick={read.data}
          search={search}
          mayOpenOrders={mayOpenOrders}
        />
      )}
      {read.data === null && (
        <PageMessage
          title="There is no order with this number"
          text="It may have been removed, or the address is mistyped."
          action={
            mayOpenOrders && (
              <Link
                to="/ops/crm"
                search={{ tab: 'orders' }}
                preload={false}
                className={buttonClass({ variant: 'secondary' })}
              >
                All orders
              </Link>
            )
          }
        />
      )}
      {read.isPending && (
        <LoadingSkeleton
          blocks={['h-7 w-56', 'h-5 w-72', 'h-16 w-full', 'h-16 w-full', 'h-16 w-full']}
          className="space-y-4 pt-2"
        />
      )}
      {read.isError && !read.data && (
        <ReadFailure title="The pick list could not be loaded" read={read} />
      )}
    </div>
  );
}

interface DeskProps {
  pick: PickList;
  search: TodaySearch;
  mayOpenOrders: boolean;
}

function Desk({ pick, search, mayOpenOrders }: DeskProps) {
  const { order } = pick;
  const name = order.customer.name ?? 'Unknown Customer';
  const step = search.desk ?? nextStep(pick);
  const [asked, setAsked] = useState<Printed | null>(null);
  return (
    <>
      <div className="print:hidden">
        <header className="flex items-start justify-between gap-x-4 cramped:flex-wrap">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold">
              {DESK_LABELS[step]} <span className="whitespace-nowrap">{order.order_number}</span>
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet tabular-nums">
              {mayOpenOrders ? (
                <Link
                  to="/ops/crm"
                  search={{ tab: 'orders', open: order.order_number }}
                  preload={false}
                  className="inline-flex min-h-11 items-center text-teal hover:underline sm:min-h-6"
                >
                  {name}
                </Link>
              ) : (
                <span className="inline-flex min-h-11 items-center sm:min-h-6">{name}</span>
              )}
              {order.rental_from && order.rental_to && (
                <span className="whitespace-nowrap">
                  {lengthText({ from: order.rental_from, to: order.rental_to })}
                </span>
              )}
            </p>
          </div>
          <CallLinks customer={order.customer} />
        </header>
        <ChargesDue pick={pick} />
        <StepTabs pick={pick} step={step} search={search} />
        <StepForm key={step} pick={pick} step={step} onPrint={setAsked} />
        <MovementHistory pick={pick} onPrint={setAsked} />
      </div>
      <PrintedDesk pick={pick} asked={asked} onDone={() => setAsked(null)} />
    </>
  );
}

const tab =
  '-mb-px inline-flex h-12 items-center gap-2 border-b-2 border-transparent text-sm font-medium text-ink-quiet hover:text-ink aria-[current=page]:border-teal aria-[current=page]:text-ink';

interface StepTabsProps {
  pick: PickList;
  step: DeskStep;
  search: TodaySearch;
}

function StepTabs({ pick, step, search }: StepTabsProps) {
  return (
    <nav aria-label="Steps" className="mt-3 flex gap-6 border-b border-rule">
      {(['hand-over', 'return'] as const).map((one) => (
        <Link
          key={one}
          to="/ops/today"
          search={{ ...search, desk: one }}
          replace
          preload={false}
          aria-current={one === step ? 'page' : undefined}
          className={tab}
        >
          {DESK_LABELS[one]}
          <span className="text-xs font-normal tabular-nums">{totalLeft(pick.lines, one)}</span>
        </Link>
      ))}
    </nav>
  );
}

interface StepFormProps {
  pick: PickList;
  step: DeskStep;
  onPrint: (printed: Printed) => void;
}

function StepForm({ pick, step, onPrint }: StepFormProps) {
  if (totalLeft(pick.lines, step) > 0 && (step === 'return' || OPEN.has(pick.order.status))) {
    return <DeskForm pick={pick} step={step} onPrint={onPrint} />;
  }
  const last = pick.movements.find(({ undone_at }) => undone_at === null);
  return (
    <PageMessage
      level={2}
      className="py-8"
      title={nothingTitle(pick, step)}
      text={nothingText(pick, step)}
      action={
        last && (
          <Button variant="secondary" onClick={() => onPrint(last)}>
            Print receipt
          </Button>
        )
      }
    />
  );
}

function nothingTitle({ lines, order }: PickList, step: DeskStep): string {
  if (lines.length === 0) return 'This order has no items';
  if (step === 'return') {
    return lines.some(({ back, missing }) => back + missing > 0)
      ? 'Everything is back'
      : 'Nothing is out';
  }
  return totalLeft(lines, 'return') > 0 || order.status !== 'confirmed'
    ? 'Nothing left to hand over'
    : 'Everything is handed over';
}

function nothingText({ lines, order }: PickList, step: DeskStep): string | undefined {
  if (order.status === 'cancelled') return 'The order is cancelled.';
  const missing = wholePieces(lines, (line) => line.missing);
  if (step === 'return' && missing > 0) return `Missing: ${missing}.`;
  return undefined;
}
