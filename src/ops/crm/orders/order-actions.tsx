import { useState } from 'react';
import { setOrderStatus } from '#data/crm/orders.ts';
import { refusedNotHere } from '#data/desk/desk.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { orderNumber, type Order } from '#domain/crm/rental.ts';
import { notHereTexts } from '#domain/desk/not-here.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { StatusSelect } from '../rentals/status-select.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';

const STATUS_TEXTS = {
  done: 'Order status updated successfully',
  failure: 'Error updating order status',
};

const PAYMENT_TEXTS = {
  done: 'Payment status updated successfully',
  failure: 'Error updating payment status',
};

/** Actions on an order: order status, of which "Cancelled" asks first, and payment status. */
export function OrderActions({ order }: { order: Order }) {
  const api = useStaffApi();
  // why in an object: React calls a function that is set as a state.
  const [asked, setAsked] = useState<{ cancel: () => void } | null>(null);
  const keep = () => setAsked(null);
  return (
    <div key={order.id} className="flex flex-wrap items-end gap-3 max-sm:*:grow">
      <StatusSelect
        label="Order status"
        kind="order"
        value={order.status}
        id={order.id}
        save={(status) => setOrderStatus(api, order.id, { status })}
        texts={STATUS_TEXTS}
        explain={(error) => {
          const away = refusedNotHere(error);
          if (away) return new Error(notHereTexts(away, order.id).join(' '));
          const items = refusedItems(error);
          return items ? new Error(refusedTexts(order.items, items).join(' ')) : error;
        }}
        intercept={(status, cancel) => {
          if (status !== 'cancelled' || order.status === 'cancelled') return false;
          setAsked({ cancel });
          return true;
        }}
      />
      <StatusSelect
        label="Payment status"
        kind="payment"
        value={order.payment_status}
        id={order.id}
        save={(payment_status) => setOrderStatus(api, order.id, { payment_status })}
        texts={PAYMENT_TEXTS}
      />
      <ConfirmDialog
        open={asked !== null}
        title={`Cancel ${orderNumber(order)}?`}
        text="Its items are free for others at once, and its links and reminders end. It can be confirmed again only while its items are free."
        onCancel={keep}
      >
        <Button onClick={keep}>Keep the order</Button>
        <Button
          variant="danger"
          onClick={() => {
            asked?.cancel();
            keep();
          }}
        >
          Cancel the order
        </Button>
      </ConfirmDialog>
    </div>
  );
}
