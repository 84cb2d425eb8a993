import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CancellationProposal } from '#domain/money/cancellation.ts';
import type { OpenClaim } from '#domain/money/due-list.ts';
import type { Ledger, RecordedPayment, SettledDeposit } from '#domain/money/ledger.ts';
import type { PaymentAccount, PaymentKind, PaymentMethod } from '#domain/money/payment.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { MONEY_ANSWERS } from './money-answers.ts';

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
  /** Rupees that the person saw as received, less refunds; refused where it is another amount by now. */
  expected?: number;
}

/**
 * A claim to match: with an entry that was recorded before (`payment`), or by recording one. Account,
 * amount, reference and day of that are the rent's, the claim's and today unless given.
 */
export type ClaimMatch = { claim: string } & (
  | { payment: string }
  | Partial<Omit<NewPayment, 'kind'>>
);

const ROWS_OF_PART = 50;

/** The money of an order. */
export function ledgerQuery(api: StaffApi, order: string) {
  return queryOptions({
    queryKey: staffKeys.ledger(order),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }): Promise<Ledger> =>
      callFunction(api, MONEY_ANSWERS, 'ledger', { order }, signal),
  });
}

/** The refund by the studio's policy if an order is cancelled now. */
export function cancellationQuery(api: StaffApi, order: string) {
  return queryOptions({
    queryKey: staffKeys.cancellation(order),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }): Promise<CancellationProposal> =>
      callFunction(api, MONEY_ANSWERS, 'cancellation_proposal', { order }, signal),
  });
}

/** Orders that owe money, the longest overdue first, in pages. */
export function dueQuery(api: StaffApi) {
  return infiniteQueryOptions({
    queryKey: staffKeys.due,
    ...listOptions,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        MONEY_ANSWERS,
        'due',
        { most: ROWS_OF_PART, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** Reported payments that staff have not compared with the bank, oldest first. */
export function openClaimsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.openClaims,
    ...listOptions,
    queryFn: ({ signal }): Promise<OpenClaim[]> =>
      callFunction(api, MONEY_ANSWERS, 'open_claims', {}, signal),
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
): Promise<RecordedPayment> => callFunction(api, MONEY_ANSWERS, 'record_payment', call);

/** A deposit that pays what is due. */
export interface DepositToSettle {
  /** Id of the order. */
  order: string;
  /** Rupees that are due. */
  due: number;
  /** By which the rest is returned. */
  method: PaymentMethod;
  /** `YYYY-MM-DD` in the studio's zone. */
  day: string;
}

/**
 * Invoices what the invoices miss, applies the deposit and returns its rest.
 * @throws {Failure} 409 when another amount is due, or the invoice cannot be issued
 */
export const settleDeposit = async (
  api: StaffApi,
  call: DepositToSettle & { key: string },
): Promise<SettledDeposit> => callFunction(api, MONEY_ANSWERS, 'settle_deposit', call);

/** Takes an entry back. @throws {Failure} 409 when the money was given back or applied since */
export const reversePayment = async (
  api: StaffApi,
  call: { payment: string; reason: string; key: string },
): Promise<RecordedPayment> => callFunction(api, MONEY_ANSWERS, 'reverse_payment', call);

/** Matches a claim with money. @throws {Failure} 422 with `invalidField`, 409 when it is not open any more */
export const matchClaim = async (
  api: StaffApi,
  call: ClaimMatch & { key: string },
): Promise<RecordedPayment> => callFunction(api, MONEY_ANSWERS, 'match_claim', call);

/** Dismisses a claim whose money never arrived. @throws {Failure} 409 when it was matched meanwhile */
export async function dismissClaim(api: StaffApi, claim: string): Promise<void> {
  await callFunction(api, MONEY_ANSWERS, 'dismiss_claim', { claim });
}
