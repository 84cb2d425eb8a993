import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { isStudioDate } from '../days.ts';

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
  /** Rupees for all days with GST, as a quote says. Absent in older saved answers. */
  payable: z.exactOptional(z.number()),
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

const text = z.nullable(z.string());

const moment = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));

/** An answer as the browser saves it: with number and address, masked, as typed, and when. Absent in older ones. */
const savedAnswer = z.extend(enquiryAnswer, {
  /** When the browser got it, as an ISO time. */
  sent_at: z.exactOptional(moment),
  contact: z.exactOptional(z.object({ mobile: text, email: text })),
});

export type EnquiryAnswer = z.infer<typeof savedAnswer>;

/** Parses the answer saved for the thank-you page; null if missing or invalid. */
export function readAnswer(text: string | null): EnquiryAnswer | null {
  try {
    return savedAnswer.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/** Path of the page of a sent enquiry; null for one without. */
export const enquiryPath = ({ link }: EnquiryAnswer): string | null =>
  link === undefined ? null : `/enquiry?k=${encodeURIComponent(link)}`;

/** Parameter of an enquiry's page that confirms it, after it was sent without JavaScript. */
export const SENT_PARAMETER = 'sent';

/** Parameter of an enquiry's page that opens the fields for a wrong number or address. */
export const CORRECT_PARAMETER = 'correct';

/** Path of the page of a sent enquiry where number and address are corrected; null for one without. */
export const correctionPath = (answer: EnquiryAnswer): string | null => {
  const path = enquiryPath(answer);
  return path && `${path}&${CORRECT_PARAMETER}=1#${CORRECT_PARAMETER}`;
};
