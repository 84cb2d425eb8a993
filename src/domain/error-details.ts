import * as z from 'zod/mini';

/**
 * The details of an error, where its code says that one of our own database functions attached them
 * as JSON. PostgreSQL's own errors carry prose in the same place: `Key (id)=(…) is not present`.
 * @returns null for another code, for text that is no JSON, and for another shape
 */
export function errorDetails<T>(
  error: { code: string; details: string },
  code: string,
  schema: z.ZodMiniType<T>,
): T | null {
  if (error.code !== code) return null;
  try {
    return z.safeParse(schema, JSON.parse(error.details)).data ?? null;
  } catch {
    return null;
  }
}
