import { Link } from '@tanstack/react-router';
import { setOrderStatus } from '#data/orders.ts';
import type { Order, OrderRecord } from '#domain/crm/rental.ts';
import { StatusSelect } from '../rentals/status-select.tsx';
import { useStaffApi } from '../use-staff-api.ts';

const STATUS_TEXTS = {
  done: 'Order status updated successfully',
  failure: 'Error updating order status',
};

const PAYMENT_TEXTS = {
  done: 'Payment status updated successfully',
  failure: 'Error updating payment status',
};

/** What may be done with an order: change its status and that of its payment; and whence it came. */
export function OrderActions({ order }: { order: Order | OrderRecord }) {
  const api = useStaffApi();
  const enquiry = 'enquiry' in order ? order.enquiry : null;
  return (
    <div key={order.id} className="flex flex-wrap items-end gap-3 max-sm:*:grow">
      <StatusSelect
        label="Order status"
        kind="order"
        value={order.status}
        id={order.id}
        save={(status) => setOrderStatus(api, order.id, { status })}
        texts={STATUS_TEXTS}
      />
      <StatusSelect
        label="Payment status"
        kind="payment"
        value={order.payment_status}
        id={order.id}
        save={(payment_status) => setOrderStatus(api, order.id, { payment_status })}
        texts={PAYMENT_TEXTS}
      />
      {enquiry && (
        <Link
          to="/ops/crm"
          search={{ tab: 'enquiries', open: enquiry.enquiry_number }}
          preload={false}
          className="inline-flex h-11 items-center text-sm text-teal hover:underline sm:ml-auto sm:h-9"
        >
          Made from {enquiry.enquiry_number}
        </Link>
      )}
    </div>
  );
}
