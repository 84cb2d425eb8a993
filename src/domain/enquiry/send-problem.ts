import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { errorDetails } from '#domain/error-details.ts';
import { EMPTY_ENQUIRY, type EnquiryField } from './enquiry-rules.ts';

/** A failed request, as thrown by src/data. */
export interface SendFailure {
  /** HTTP status, 0 without an answer. */
  status: number;
  /** SQLSTATE or PostgREST code, '' without an answer. */
  code: string;
  message: string;
  details: string;
  hint: string;
}

/** Way in which the page handles a failed request. */
export type SendProblem =
  /** Show the message at the field and focus it. */
  | { kind: 'field'; field: EnquiryField; message: string }
  /** Items changed in the catalogue: mark their lines and ask the visitor to send again. */
  | { kind: 'changed'; items: CurrentItem[] }
  /** The idempotency key belongs to another request: send again with a new one. */
  | { kind: 'key' }
  /** Rejected with a message for the visitor, a reached limit for instance: show it as the form's alert. */
  | { kind: 'refused'; message: string }
  /** It is unknown whether the request arrived: keep the form; a retry is safe. */
  | { kind: 'lost' }
  /** Show a notice; the form does not change. */
  | { kind: 'notice'; title: string };

/** Notice for a failure without a message for the visitor. */
export const UNEXPECTED = 'Something went wrong. Please try again.';

/** Notices by the failed step, which the database names in the error's hint (docs/product/enquiry.md). */
const steps: Record<string, (message: string) => string> = {
  customer_lookup: () => 'Failed to check customer information',
  customer_create: (message) => `Failed to create customer record: ${message}`,
  enquiry_create: (message) => `Failed to create enquiry order: ${message}`,
  items_save: (message) => `Failed to save enquiry items: ${message}`,
  contact_save: (message) => `Failed to submit enquiry: ${message}`,
};

const fieldDetails = z.object({ field: z.enum(Object.keys(EMPTY_ENQUIRY) as EnquiryField[]) });

const currentItems = z.array(
  z.object({
    type: z.enum(ITEM_KINDS),
    id: z.string(),
    name: z.nullish(z.string()),
    price: z.nullish(z.number()),
    active: z.boolean(),
  }),
);

/** Maps a failed request to the problem that the page handles (docs/product/enquiry.md). */
export function sendProblem(failure: SendFailure): SendProblem {
  const { status, code, message, hint } = failure;
  if (Object.hasOwn(steps, hint)) {
    return { kind: 'notice', title: steps[hint]?.(message) ?? UNEXPECTED };
  }
  if (code === 'PT422') return fieldProblem(failure);
  if (code === 'PT409') {
    if (message === 'idempotency_key_reused') return { kind: 'key' };
    const items = errorDetails(failure, code, currentItems);
    if (items && items.length > 0) {
      return {
        kind: 'changed',
        items: items.map((item) => ({
          ...item,
          name: item.name ?? '',
          price: item.price ?? null,
        })),
      };
    }
  }
  // why: a failure with a status below 400 is a successful answer that arrived incomplete.
  if (status < 400 || status >= 500) return { kind: 'lost' };
  // why: our functions raise PT… errors with messages for visitors; other messages are technical, and
  // those of PT409 are codes for this function.
  return code.startsWith('PT') && code !== 'PT409' && message
    ? { kind: 'refused', message }
    : { kind: 'notice', title: UNEXPECTED };
}

function fieldProblem(failure: SendFailure): SendProblem {
  const { message } = failure;
  const field = errorDetails(failure, 'PT422', fieldDetails)?.field;
  return field ? { kind: 'field', field, message } : { kind: 'refused', message };
}
