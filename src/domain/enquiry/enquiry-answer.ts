import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { isStudioDate } from '#domain/dates.ts';

const date = z.string().check(z.refine(isStudioDate));

/** Absent in answers of databases, and in saved answers, from before availability. */
const pieces = z.exactOptional(z.nullable(z.number()));

/** The database's answer to an accepted enquiry. */
export const enquiryAnswer = z.object({
  enquiry_number: z.string(),
  status: z.string(),
  rental_from: date,
  rental_to: date,
  rental_days: z.number(),
  /** Rupees for all days, without GST. */
  total_price: z.number(),
  items: z.array(
    z.object({
      type: z.enum(ITEM_KINDS),
      id: z.string(),
      name: z.string(),
      quantity: z.number(),
      price: z.number(),
      /** Pieces free on all days when the enquiry was sent; null where not counted or not shown. */
      free: pieces,
      /** The pieces there were; null where not counted or not shown. */
      of: pieces,
    }),
  ),
  /** Secret of the enquiry's page; absent in answers of databases from before that page. */
  link: z.exactOptional(z.string()),
});

export type EnquiryAnswer = z.infer<typeof enquiryAnswer>;

/** Parses the answer saved for the thank-you page; null if missing or invalid. */
export function readAnswer(text: string | null): EnquiryAnswer | null {
  try {
    return enquiryAnswer.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/** Path of the page of a sent enquiry; null for one without. */
export const enquiryPath = ({ link }: EnquiryAnswer): string | null =>
  link === undefined ? null : `/enquiry?k=${encodeURIComponent(link)}`;
