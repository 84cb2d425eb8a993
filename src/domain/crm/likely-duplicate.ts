import * as z from 'zod/mini';
import { count, optionalText, text } from '../shape.ts';

/** A customer as one of two who are likely one person. */
const proposedCustomer = z.object({
  id: text,
  customer_number: text,
  first_name: text,
  last_name: text,
  mobile: text,
  email: optionalText,
  /** Enquiries that are not converted. */
  enquiries: count,
  orders: count,
});
export type ProposedCustomer = z.output<typeof proposedCustomer>;

/** Why two customers are likely one person (docs/product/crm.md#likely-duplicates). */
const reasons = z.array(z.enum(['email', 'digit', 'exchanged', 'name', 'word']));

/** A customer who is likely the same person as another one. */
export const likelyDuplicate = z.object({ customer: proposedCustomer, reasons });
export type LikelyDuplicate = z.output<typeof likelyDuplicate>;

/** Two customers who are likely one person; `other` is the newer one. */
const duplicatePair = z.object({ one: proposedCustomer, other: proposedCustomer, reasons });
export type DuplicatePair = z.output<typeof duplicatePair>;

/** The likeliest pairs, and whether there are more. */
export const duplicatePairs = z.object({ pairs: z.array(duplicatePair), more: z.boolean() });

const WORDS: Record<LikelyDuplicate['reasons'][number], string> = {
  email: 'Same e-mail',
  digit: 'Mobile one digit off',
  exchanged: 'Mobile with two digits exchanged',
  name: 'Same name',
  word: 'Name partly the same',
};

/** The reasons in words: `Same e-mail · Same name`. */
export const reasonsText = (said: LikelyDuplicate['reasons']): string =>
  said.map((reason) => WORDS[reason]).join(' · ');

/** Records of a customer: `2 enquiries, 1 order`. */
export function recordsText({ enquiries, orders }: ProposedCustomer): string {
  const asked = enquiries === 1 ? '1 enquiry' : `${enquiries || 'no'} enquiries`;
  return `${asked}, ${orders === 1 ? '1 order' : `${orders || 'no'} orders`}`;
}
