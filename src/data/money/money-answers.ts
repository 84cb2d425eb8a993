import * as z from 'zod/mini';
import { text } from '#domain/shape.ts';
import { cancellationProposal } from '#domain/money/cancellation.ts';
import { duePart, openClaim } from '#domain/money/due-list.ts';
import { ledger, recordedPayment, settledDeposit } from '#domain/money/ledger.ts';
import type { Answers } from '../core/answer-call.ts';

/** Answers of the functions that read and write the ledger. */
export const MONEY_ANSWERS = {
  ledger: ledger,
  record_payment: recordedPayment,
  reverse_payment: recordedPayment,
  match_claim: recordedPayment,
  dismiss_claim: z.object({ id: text, state: z.literal('dismissed') }),
  due: duePart,
  open_claims: z.array(openClaim),
  settle_deposit: settledDeposit,
  cancellation_proposal: cancellationProposal,
} satisfies Answers;
