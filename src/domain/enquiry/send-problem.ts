import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { EMPTY_ENQUIRY, type EnquiryField } from './enquiry-rules.ts';

/** How sending went wrong, as the data room tells it. */
export interface SendFailure {
  /** HTTP status, 0 when no answer came. */
  status: number;
  /** SQLSTATE or PostgREST code, '' when no answer came. */
  code: string;
  message: string;
  details: string;
  hint: string;
}

/** What the page has to do about it. */
export type SendProblem =
  /** Say it at the field and go there. */
  | { kind: 'field'; field: EnquiryField; message: string }
  /** The catalogue moved on: say on each line what changed and ask to send again. */
  | { kind: 'changed'; items: CurrentItem[] }
  /** The key was used for something else: send again with a new one. */
  | { kind: 'key' }
  /** Refused in words for the visitor, too many tries for instance: say it and keep it at the form. */
  | { kind: 'refused'; message: string }
  /** Nobody knows whether it arrived: what was typed is kept, sending again is safe. */
  | { kind: 'lost' }
  /** Say it, and leave the form as it is. */
  | { kind: 'notice'; title: string };

/** The toast for what has no words of its own (spec, public side §8). */
export const UNEXPECTED = 'Something went wrong. Please try again.';

/** The toasts of the spec, public side §8, by the step that the database names in the hint. */
const steps: Record<string, (message: string) => string> = {
  customer_lookup: () => 'Failed to check customer information',
  customer_create: (message) => `Failed to create customer record: ${message}`,
  enquiry_create: (message) => `Failed to create enquiry order: ${message}`,
  items_save: (message) => `Failed to save enquiry items: ${message}`,
  contact_save: (message) => `Failed to submit enquiry: ${message}`,
};

const currentItems = z.array(
  z.object({
    type: z.enum(ITEM_KINDS),
    id: z.string(),
    name: z.nullish(z.string()),
    price: z.nullish(z.number()),
    active: z.boolean(),
  }),
);

/** Decides what a failed sending means to the visitor (spec, public side §8; design §4). */
export function sendProblem(failure: SendFailure): SendProblem {
  const { status, code, message, details, hint } = failure;
  if (Object.hasOwn(steps, hint)) {
    return { kind: 'notice', title: steps[hint]?.(message) ?? UNEXPECTED };
  }
  if (code === 'PT422') return fieldProblem(message, details);
  if (code === 'PT409') {
    if (message === 'idempotency_key_reused') return { kind: 'key' };
    const items = currentItems.safeParse(parse(details));
    if (items.success && items.data.length > 0) {
      return {
        kind: 'changed',
        items: items.data.map((item) => ({
          ...item,
          name: item.name ?? '',
          price: item.price ?? null,
        })),
      };
    }
  }
  // why: below 400 it was a yes that came in part.
  if (status < 400 || status >= 500) return { kind: 'lost' };
  // why: PT… errors are raised by our own functions in words for a visitor; others are not, and those
  // of a conflict (PT409) are words for this function.
  return code.startsWith('PT') && code !== 'PT409' && message
    ? { kind: 'refused', message }
    : { kind: 'notice', title: UNEXPECTED };
}

function fieldProblem(message: string, details: string): SendProblem {
  const { field } = (parse(details) ?? {}) as { field?: unknown };
  if (typeof field === 'string' && Object.hasOwn(EMPTY_ENQUIRY, field)) {
    return { kind: 'field', field: field as EnquiryField, message };
  }
  return { kind: 'refused', message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
