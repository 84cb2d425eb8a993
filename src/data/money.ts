import { queryOptions } from '@tanstack/react-query';
import type { Ledger, RecordedPayment } from '#domain/money/ledger.ts';
import type { PaymentAccount, PaymentKind, PaymentMethod } from '#domain/money/payment.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** An entry to record. */
export interface NewPayment {
  account: PaymentAccount;
  kind: Exclude<PaymentKind, 'reversal'>;
  /** Rupees, above 0. */
  amount: number;
  /** Of money that changed hands. */
  method?: PaymentMethod;
  reference: string;
  /** `YYYY-MM-DD` in the studio's zone. */
  day: string;
  note: string;
  /** Issues a receipt or refund voucher with it. */
  voucher: boolean;
}

/** The money of an order. */
export function ledgerQuery(api: StaffApi, order: string) {
  return queryOptions({
    queryKey: staffKeys.ledger(order),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }): Promise<Ledger> => rpc(api, 'ledger', { order }, signal),
  });
}

/**
 * Records money of an order.
 * @param call `key`: a repeat with it records nothing more
 * @throws {Failure} 422 with `invalidField`
 */
export const recordPayment = async (
  api: StaffApi,
  call: NewPayment & { order: string; key: string },
): Promise<RecordedPayment> => rpc(api, 'record_payment', call);

/** Takes an entry back. @throws {Failure} 409 when the money was given back or applied since */
export const reversePayment = async (
  api: StaffApi,
  call: { payment: string; reason: string; key: string },
): Promise<RecordedPayment> => rpc(api, 'reverse_payment', call);

/** Records the money of a claim, as the customer entered it. @throws {Failure} */
export const matchClaim = async (
  api: StaffApi,
  call: { claim: string; voucher: boolean; key: string },
): Promise<RecordedPayment> => rpc(api, 'match_claim', call);

/** Dismisses a claim whose money never arrived. @throws {Failure} 409 when it was matched meanwhile */
export async function dismissClaim(api: StaffApi, claim: string): Promise<void> {
  await rpc(api, 'dismiss_claim', { claim });
}
