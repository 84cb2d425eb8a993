import * as z from 'zod/mini';
import { rupees, text } from '../shape.ts';

/** The quote of an enquiry or order that changed since: the one that the customer accepted, else the newest. */
export const changedQuote = z.object({
  id: text,
  number: text,
  /** Rupees with GST. */
  total: rupees,
  accepted: z.boolean(),
});
export type ChangedQuote = z.output<typeof changedQuote>;
