import * as z from 'zod/mini';
import { gstr1, paymentRecord, registeredDocument } from '#domain/money/registers.ts';
import type { Answers } from '../core/answer-call.ts';

/** Answers of the functions that read registers for the accountant. */
export const REGISTER_ANSWERS = {
  payments_between: z.array(paymentRecord),
  invoice_register: z.array(registeredDocument),
  gstr1,
} satisfies Answers;
