import { setOrderStatus } from '#data/orders.ts';
import { refusedItems } from '#data/reservations.ts';
import type { Order } from '#domain/crm/rental.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { StatusSelect } from '../rentals/status-select.tsx';
import { useStaffApi } from '../../use-staff-api.ts';

const STATUS_TEXTS = {
  done: 'Order status updated successfully',
  failure: 'Error updating order status',
};

const PAYMENT_TEXTS = {
  done: 'Payment status updated successfully',
  failure: 'Error updating payment status',
};

/** Actions on an order: order status and payment status. */
export function OrderActions({ order }: { order: Order }) {
  const api = useStaffApi();
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
          const items = refusedItems(error);
          return items ? new Error(refusedTexts(order.items, items).join(' ')) : error;
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
    </div>
  );
}
