import { Link } from '@tanstack/react-router';
import type { StockItem } from '#data/stock/stock.ts';
import { changeStock, releaseReservation } from '#data/stock/stock.ts';
import { dayText, lengthText } from '#domain/availability/availability-text.ts';
import { studioToday } from '#domain/days.ts';
import { isOfStaff, type StockReservation } from '#domain/stock/item-stock.ts';
import { pieceCountText, reservationState } from '#domain/stock/stock-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

export interface ReservationListProps {
  item: StockItem;
  reservations: readonly StockReservation[];
}

/** An item's reservations with their enquiry or order; out of service and sub-rentals can be ended. */
export function ReservationList({ item, reservations }: ReservationListProps) {
  return (
    <ul aria-label="Reservations" className="divide-y divide-rule border-y border-rule text-sm">
      {reservations.map((reservation) => (
        <li key={reservation.id} className="flex items-start gap-3 py-2.5">
          <div className="min-w-0 grow">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">
                {lengthText({ from: reservation.rental_from, to: reservation.rental_to })}
              </span>
              <span className="tabular-nums">{pieceCountText(reservation.quantity)}</span>
            </p>
            <p className="wrap-anywhere text-ink-quiet">
              {reservationState(reservation)}
              <ReservedFor reservation={reservation} />
            </p>
            {reservation.blocked_to > reservation.rental_to && (
              <p className="text-xs text-ink-quiet">
                turnaround until {dayText(reservation.blocked_to)}
              </p>
            )}
          </div>
          {isOfStaff(reservation) && <EndButton item={item} reservation={reservation} />}
        </li>
      ))}
    </ul>
  );
}

/** The order or enquiry with its customer as a link, or the reason. */
function ReservedFor({
  reservation: { order, enquiry, reason },
}: {
  reservation: StockReservation;
}) {
  if (!order && !enquiry) return reason ? `: ${reason}` : null;
  const number = order?.order_number ?? enquiry?.enquiry_number ?? '';
  return (
    <>
      {' · '}
      <Link
        to="/ops/crm"
        search={{ tab: order ? 'orders' : 'enquiries', open: number }}
        preload={false}
        className="text-teal underline underline-offset-2"
      >
        {number}
      </Link>{' '}
      {(order ?? enquiry)?.customer}
    </>
  );
}

/** Ends an out of service or a sub-rental; its notice can undo that. */
function EndButton({ item, reservation }: { item: StockItem; reservation: StockReservation }) {
  const api = useStaffApi();
  const { kind, quantity, rental_from, rental_to, reason } = reservation;
  const today = studioToday();
  const hasBegun = rental_from <= today;
  const name = kind === 'out_of_service' ? 'out of service' : 'sub-rental';
  const undo = useStockMutation({
    failure: 'Error undoing the change',
    save: (key: string) =>
      changeStock(
        api,
        {
          ...item,
          kind: kind === 'sub_rental' ? kind : 'out_of_service',
          quantity,
          rental_from: hasBegun ? today : rental_from,
          rental_to,
          reason: reason ?? '',
        },
        key,
      ),
    onSaved: () => notify.success('Undone'),
  });
  const end = useStockMutation({
    failure: `Error ending the ${name}`,
    save: () => releaseReservation(api, reservation),
    onSaved: () => {
      const key = randomUuid();
      notify.success(kind === 'sub_rental' ? 'Sub-rental ended' : 'Back in service', {
        description: `${pieceCountText(quantity)}, ${hasBegun ? 'from today on' : 'not taken out at all'}`,
        action: { label: 'Undo', onClick: () => undo.mutate(key) },
      });
    },
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={end.isPending}
      aria-label={`End ${name} of ${lengthText({ from: rental_from, to: rental_to })}`}
      onClick={() => end.mutate(undefined)}
    >
      {end.isPending ? 'Ending...' : hasBegun ? 'End today' : 'Cancel'}
    </Button>
  );
}
