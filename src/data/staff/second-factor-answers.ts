import * as z from 'zod/mini';
import type { Answers } from '../core/answer-call.ts';

/** The signed-in user's second factor. */
const secondFactor = z.object({
  /** They have one. */
  verified: z.boolean(),
  /** The settings require one of all staff. */
  required: z.boolean(),
  /** Recovery codes that were not used. */
  codes_left: z.number(),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** Answers of the database functions of second factors. */
export const SECOND_FACTOR_ANSWERS = {
  second_factor: secondFactor,
  make_recovery_codes: z.array(z.string()),
  use_recovery_code: z.object({ left: z.number() }),
} satisfies Answers;
