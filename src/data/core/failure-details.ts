import type * as z from 'zod/mini';
import { errorDetails } from '#domain/error-details.ts';
import { Failure } from './failure.ts';

/**
 * The JSON details of a refusal by one of our own database functions, recognised by its code.
 * @returns null for any other error
 */
export function failureDetails<T>(
  error: unknown,
  code: string,
  schema: z.ZodMiniType<T>,
): T | null {
  return error instanceof Failure ? errorDetails(error, code, schema) : null;
}
