import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TimelineEvent } from '#domain/crm/customer.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ReadFailure } from '../../shell/read-failure.tsx';
import { StaleNotice } from '../../shell/stale-notice.tsx';
import { Timeline } from '../shared/timeline.tsx';
import { useFailureNotice } from '../../shell/failure-notice.ts';
import { RentalDetail } from './rental-detail.tsx';

/** The words of a drawer, to the letter of the spec where it has them (back office §8). */
export interface RentalDrawerTexts {
  /** 'enquiry' */
  noun: string;
  /** 'Received' */
  came: string;
  /** 'error loading enquiry items' */
  failure: string;
}

/** Props of {@link RentalDrawer}. */
export interface RentalDrawerProps<Row extends Rental> {
  texts: RentalDrawerTexts;
  /** Number of the record, also while the drawer leaves. */
  number: string;
  open: boolean;
  /** The record; null when there is none. */
  read: UseQueryResult<(Row & { timeline: TimelineEvent[] }) | null>;
  /** What the list behind holds of it. */
  listed: Row | undefined;
  onClose: () => void;
  /** A link to what it was made of. */
  origin?: ReactNode;
  /** What may be done with it; it stays visible. */
  renderActions: (rental: Row) => ReactNode;
}

/**
 * One enquiry or order in a drawer from below. What the list holds shows at once, the rest when it
 * was read; it says so where the record is gone.
 */
export function RentalDrawer<Row extends Rental>(props: RentalDrawerProps<Row>) {
  const { texts, number, open, read, listed, onClose, origin, renderActions } = props;
  useFailureNotice(texts.failure, {
    error: read.data ? null : read.error,
    errorUpdatedAt: read.errorUpdatedAt,
  });
  // why: null is an answer: it is not there any more, whatever the list behind still shows.
  const rental = read.data === undefined ? listed : read.data;
  const retry = () => void read.refetch();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={number}
      side="bottom"
      footer={rental && renderActions(rental)}
    >
      <div className="min-h-64">
        {read.isError && read.data && <StaleNotice since={read.dataUpdatedAt} onRetry={retry} />}
        {rental && (
          <RentalDetail
            rental={rental}
            came={texts.came}
            origin={origin}
            timeline={
              <TimelineOf events={read.data?.timeline} failed={read.isError} onRetry={retry} />
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
  return (
    <div role="status" aria-label="Loading" className="space-y-4">
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-5 w-48" />
    </div>
  );
}
