import type { ReactNode } from 'react';
import { rentalDays } from '#domain/days.ts';
import { formatRentalDates } from '#domain/crm/crm-text.ts';
import type { Rental } from '#domain/crm/rental.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatTotal } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { RentalCustomerFacts } from './rental-customer.tsx';
import { RentalItems } from './rental-items.tsx';
import { RentalTabs, type RentalDetailTab } from './rental-tabs.tsx';

export interface RentalDetailProps {
  rental: Rental;
  /** `enquiry ENQ-00042` */
  about: string;
  /** Label of the creation date: 'Received', 'Ordered'. */
  dateLabel: string;
  /** Money received, of an order. */
  received: string | undefined;
  /** Link to the record it was converted from. */
  origin: ReactNode;
  /** The next step: a hold, a hand-over, other dates. */
  tools: ReactNode;
  /** Its owner and notes. */
  people: ReactNode;
  /** The lines with their controls; by default they are only shown. */
  lines?: ReactNode;
  /** Lines with controls take the width of a column. */
  isWide?: boolean | undefined;
  /** Tabs beside the items. */
  tabs: readonly RentalDetailTab[];
  /** Its activity. */
  timeline: ReactNode;
  /** The rental is a row of the list, and the rest of the record is being read. */
  isLoading: boolean;
}

/** Details of an enquiry or order: dates, items, message, customer and activity. */
export function RentalDetail(props: RentalDetailProps) {
  const { rental, dateLabel, received, origin, tools, people, lines, isWide = false } = props;
  const { timeline, isLoading } = props;
  return (
    <div
      className={classNames(
        'grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]',
        isWide ? 'lg:grid-rows-[auto_1fr]' : 'xl:grid-cols-[minmax(0,1fr)_17rem_20rem]',
      )}
    >
      <div className={classNames('min-w-0 space-y-8', isWide && 'lg:row-span-2')}>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-4 xl:auto-cols-auto xl:grid-flow-col xl:grid-cols-none">
          <Fact label={dateLabel}>{formatMoment(rental.created_at)}</Fact>
          <Fact label="Rental dates">
            {formatRentalDates(rental.rental_from, rental.rental_to)}
          </Fact>
          <Fact label="Rental days">{rentalDays(rental.rental_from, rental.rental_to)}</Fact>
          <Fact label="Total excl. GST">{formatTotal(rental.total_price)}</Fact>
          {received && <Fact label="Money received">{received}</Fact>}
          {origin && <Fact label="Made from">{origin}</Fact>}
        </dl>
        {/* why on a phone only: the buttons above the items take several rows there, so the items would move. */}
        {isLoading && (
          <LoadingSkeleton
            blocks={['h-11 w-64', 'h-64 w-full', 'h-40 w-full']}
            className="min-h-[85dvh] space-y-8 sm:hidden"
          />
        )}
        <div className={classNames('space-y-8', isLoading && 'max-sm:hidden')}>
          {tools}
          <RentalTabs
            key={rental.id}
            tabs={props.tabs}
            items={
              <section aria-label="Items" className="pt-3">
                {lines ?? <RentalItems items={rental.items} total={rental.total_price} />}
              </section>
            }
          />
        </div>
      </div>
      <div className={classNames('min-w-0 space-y-8', !isWide && 'lg:row-span-2 xl:row-span-1')}>
        <Section title="Customer">
          <RentalCustomerFacts rental={rental} about={props.about} />
        </Section>
        <Section title="Message">
          {rental.message ? (
            <p className="text-sm break-words whitespace-pre-line">{rental.message}</p>
          ) : (
            <EmptyText>No message.</EmptyText>
          )}
        </Section>
        {people}
      </div>
      <div className="min-w-0">
        <Section title="Activity">{timeline}</Section>
      </div>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium text-balance tabular-nums">{children}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
