import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { Failure, NO_ANSWER } from './failure.ts';
import { parseAnswer } from './parse-answer.ts';
import type { StaffApi } from './staff-api.ts';

const refusal = z.object({ message: z.string(), field: z.optional(z.string()) });

/**
 * Calls a function of `supabase/functions` and parses its answer.
 * @throws {Failure} with a sentence; `invalidField` reads the field that it is about
 */
export async function invokeFunction<Schema extends z.ZodMiniType>(
  api: StaffApi,
  name: 'staff' | 'test-mail',
  body: Readonly<Record<string, string | null>>,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const { data, error } = await api.functions.invoke<unknown>(name, {
    body,
    ...(signal && { signal }),
  });
  if (error) throw await failureOf(error);
  return parseAnswer(`function ${name}`, schema, { data, error: null, status: 200 });
}

/** Calls the function `staff` with an action and its values. @throws {Failure} as {@link invokeFunction} */
export const callStaffFunction = async <Schema extends z.ZodMiniType>(
  api: StaffApi,
  body: { action: string } & Record<string, string>,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> => invokeFunction(api, 'staff', body, schema, signal);

async function failureOf(error: unknown): Promise<Failure> {
  const answer = error instanceof FunctionsHttpError ? error.context : null;
  if (!(answer instanceof Response)) return new Failure(NO_ANSWER, { status: 0 });
  const { status } = answer;
  const read = z.safeParse(refusal, await jsonOf(answer));
  if (!read.success) return new Failure(NO_ANSWER, { status });
  const { message, field } = read.data;
  const details = field === undefined ? '' : JSON.stringify({ field });
  return new Failure(message, { status, code: `PT${status}`, details });
}

/** The body of an answer; null if it is no JSON, as a proxy's is. */
async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}
