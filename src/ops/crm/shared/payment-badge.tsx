import { NOTHING_RECEIVED, paymentKnownBetter, type PaidOrder } from '#domain/crm/payment-text.ts';
import { Badge } from '#ui/badge.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';

/** The payment status of an order, or what the ledger knows better. */
export function PaymentBadge({ order }: { order: PaidOrder }) {
  if (paymentKnownBetter(order)) return <Badge tone="amber">{NOTHING_RECEIVED}</Badge>;
  return <StatusBadge kind="payment" status={order.payment_status} />;
}
