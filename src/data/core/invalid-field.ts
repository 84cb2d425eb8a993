import * as z from 'zod/mini';
import { failureDetails } from './failure-details.ts';

/** Details of a refusal because of one field, and of one of its entries. */
const fieldDetails = z.object({ field: z.string(), index: z.optional(z.nullable(z.number())) });

/** The field that a refusal names, '' where it names none. */
export function invalidField(error: unknown): string {
  return failureDetails(error, 'PT422', fieldDetails)?.field ?? '';
}

/** The place, from 0, of the line or change that a refusal names; null where it names none. */
export function invalidIndex(error: unknown): number | null {
  return failureDetails(error, 'PT422', fieldDetails)?.index ?? null;
}
