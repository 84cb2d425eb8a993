import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { foundItemsQuery, itemStockQuery, type StockItem } from '#data/stock/stock.ts';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import { lengthText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { emptyRental, withMore, type MadeKind } from '#domain/crm/new-rental.ts';
import { daysBetween } from '#domain/days.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { StockChangeFields } from '../inventory/stock/stock-change-form.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useBeginRental } from '../kit/use-begin-rental.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Empty days of an item that were dragged over. */
export interface Stretch {
  row: TimelineRow;
  dates: RentalDates;
}

export const stretchTitle = ({ row }: Stretch) => row.name ?? row.code;

export interface StretchChoicesProps extends Stretch {
  mayMakeOrders: boolean;
  onClose: () => void;
}

/** Asks what begins on these days: an order, an enquiry, or pieces out of service. */
export function StretchChoices({ row, dates, mayMakeOrders, onClose }: StretchChoicesProps) {
  const [isOut, setIsOut] = useState(!mayMakeOrders);
  const type = itemKindOf(row.type);
  return (
    <>
      <p className="mb-4 text-sm text-ink-quiet tabular-nums">
        {row.code} · {lengthText(dates)}
      </p>
      {isOut && type && (
        <OutOfService item={{ type, id: row.id }} dates={dates} onClose={onClose} />
      )}
      {!isOut && (
        <div className="flex flex-wrap gap-2">
          <MakeButton make="order" row={row} dates={dates} />
          <MakeButton make="enquiry" row={row} dates={dates} />
          <Button variant="secondary" onClick={() => setIsOut(true)}>
            Out of service
          </Button>
        </div>
      )}
    </>
  );
}

function MakeButton({ make, row, dates }: Stretch & { make: MadeKind }) {
  const api = useStaffApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { begin, isPending } = useBeginRental(make, `The new ${make} could not be opened`, () => {
    void navigate({
      to: '/ops/crm',
      search: { tab: make === 'order' ? 'orders' : 'enquiries', new: make },
    });
  });
  const known = async () => {
    const found = await queries.fetchQuery(foundItemsQuery(api, row.code));
    const item = found.find(({ id }) => id === row.id);
    if (!item) throw new Error('The item is no longer there.');
    const draft = { ...emptyRental(randomUuid()), ...dates, lines: withMore([], item, 1) };
    return { draft, left: [] };
  };
  return (
    <Button
      variant={make === 'order' ? 'primary' : 'secondary'}
      busy={isPending}
      onClick={() => begin(known)}
    >
      {make === 'order' ? 'New order' : 'New enquiry'}
    </Button>
  );
}

interface OutOfServiceProps {
  item: StockItem;
  dates: RentalDates;
  onClose: () => void;
}

function OutOfService({ item, dates, onClose }: OutOfServiceProps) {
  const period = { from: dates.from, days: daysBetween(dates.from, dates.to) + 1 };
  const read = useQuery(itemStockQuery(useStaffApi(), item, period));
  if (read.data) {
    return (
      <StockChangeFields
        item={item}
        stock={read.data}
        period={period}
        kind="out_of_service"
        days={dates}
        onClose={onClose}
      />
    );
  }
  return read.isError ? (
    <ReadFailure level={3} title="The item could not be loaded" read={read} />
  ) : (
    <LoadingSkeleton blocks={['h-40 w-full']} />
  );
}
