import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { optionalDate, optionalText, text } from '../shape.ts';

/** A result of the search over everything. */
export const foundRecord = z.object({
  what: z.enum(['customer', 'enquiry', 'order', 'document', 'item', 'piece']),
  /** uuid */
  id: text,
  /** ORD-00012, INV/26-27/0012; of an item or piece its code. */
  number: text,
  /** Name of the customer or item; null for an erased customer. */
  title: optionalText,
  /** Kind of the item or piece. */
  type: z.nullable(itemKind),
  /** Of a customer. */
  mobile: optionalText,
  /** Label of the status of an enquiry or order; of a document its kind. */
  status: optionalText,
  /** First rental day; of a document its date. */
  rental_from: optionalDate,
  rental_to: optionalDate,
  /** Name of the item for which an enquiry or order was found. */
  item: optionalText,
  /** False for an item that visitors do not see. */
  active: z.boolean(),
});
export type FoundRecord = z.output<typeof foundRecord>;
