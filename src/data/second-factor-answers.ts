import * as z from 'zod/mini';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { SecondFactor } from './second-factor-state.ts';

const secondFactor: Schema<SecondFactor> = z.object({
  verified: z.boolean(),
  required: z.boolean(),
  codes_left: z.number(),
} satisfies Fields<SecondFactor>);

/** Answers of the database functions of second factors. */
export const SECOND_FACTOR_ANSWERS = {
  second_factor: secondFactor,
  make_recovery_codes: z.array(z.string()),
  use_recovery_code: z.object({ left: z.number() }),
} satisfies Answers;
