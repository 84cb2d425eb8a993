import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TimelineEvent } from '#domain/crm/customer.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { StaleNotice } from '../../kit/stale-notice.tsx';
import { AllActivityLink } from '../../kit/all-activity-link.tsx';
import { OthersHere } from '../shared/others-here.tsx';
import { Timeline } from '../shared/timeline.tsx';
import { useFailureNotice } from '../../kit/failure-notice.ts';
import { RentalDetail } from './rental-detail.tsx';
import type { RentalDetailTab } from './rental-tabs.tsx';

/** Texts of the drawer. */
export interface RentalDrawerTexts {
  /** 'enquiry' */
  noun: string;
  /** 'Received' */
  dateLabel: string;
  /** 'error loading enquiry items' */
  failure: string;
}

export interface RentalDrawerProps<Row extends Rental> {
  texts: RentalDrawerTexts;
  /** Number of the record; kept while the closing animation runs. */
  number: string;
  open: boolean;
  /** The record; null if the number does not exist. */
  read: UseQueryResult<(Row & { timeline: TimelineEvent[] }) | null>;
  /** Its row in the list, shown until the record is loaded. */
  listed: Row | undefined;
  onClose: () => void;
  /** Money received, of an order. */
  receivedOf?: ((rental: Row) => string) | undefined;
  /** Link to the record it was converted from. */
  origin?: ReactNode;
  /** The next step. */
  tools?: ReactNode;
  /** Its owner and notes. */
  people?: ReactNode;
  /** The lines with their controls. */
  lines?: ReactNode;
  /** Lines with controls take the width of a column. */
  isWide?: boolean | undefined;
  /** Tabs beside the items. */
  tabsOf: (rental: Row) => readonly RentalDetailTab[];
  /** Actions, in the footer. */
  renderActions: (rental: Row) => ReactNode;
}

/**
 * One enquiry or order in a bottom drawer. Shows the list row at once and the rest when loaded; says
 * so if the record no longer exists.
 */
export function RentalDrawer<Row extends Rental>(props: RentalDrawerProps<Row>) {
  const { texts, number, open, read, listed, onClose, origin, renderActions } = props;
  useFailureNotice(texts.failure, {
    error: read.data ? null : read.error,
    errorUpdatedAt: read.errorUpdatedAt,
  });
  // why: null means that the record was removed, even if the stale list still has it.
  const rental = read.data === undefined ? listed : read.data;
  const retry = () => void read.refetch();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={number}
      side="bottom"
      inAddress
      headerAction={open && rental && <OthersHere key={rental.id} record={rental.id} />}
      footer={rental && renderActions(rental)}
    >
      {/* why so high on a phone: a drawer that grows while the record loads moves all of it. */}
      <div className="min-h-64 max-sm:min-h-[85dvh]">
        {read.isError && read.data && <StaleNotice since={read.dataUpdatedAt} onRetry={retry} />}
        {rental && (
          <RentalDetail
            rental={rental}
            about={`${texts.noun} ${number}`}
            dateLabel={texts.dateLabel}
            received={props.receivedOf?.(rental)}
            origin={origin}
            tools={props.tools}
            people={props.people}
            lines={props.lines}
            isWide={props.isWide}
            tabs={props.tabsOf(rental)}
            // why not isPending: without a connection the record is not read, and the row's items are shown.
            isLoading={read.isLoading}
            timeline={
              <>
                <TimelineOf events={read.data?.timeline} failed={read.isError} onRetry={retry} />
                <AllActivityLink search={{ about: `${texts.noun}:${rental.id}` }} />
              </>
            }
          />
        )}
        {rental === undefined && read.isPending && <DetailSkeleton />}
        {rental === null && (
          <PageMessage
            level={3}
            title={`There is no ${texts.noun} with this number`}
            text="It may have been removed, or the address is mistyped."
            action={
              <Button variant="secondary" size="sm" onClick={onClose}>
                Back to the list
              </Button>
            }
          />
        )}
        {rental === undefined && read.isError && (
          <ReadFailure level={3} title={`The ${texts.noun} could not be loaded`} read={read} />
        )}
      </div>
    </Sheet>
  );
}

interface TimelineOfProps {
  events: readonly TimelineEvent[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

function TimelineOf({ events, failed, onRetry }: TimelineOfProps) {
  if (events) return <Timeline events={events} />;
  if (!failed) return <Skeleton className="h-5 w-72" />;
  return (
    <p className="text-sm text-ink-quiet">
      Could not be loaded.{' '}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

function DetailSkeleton() {
  // why so high: most records fill the drawer, which then opens in its final height.
  return (
    <LoadingSkeleton
      blocks={['h-10 w-full max-w-xl', 'h-9 w-64', 'h-64 w-full', 'h-5 w-48']}
      className="min-h-[70dvh] space-y-6"
    />
  );
}
