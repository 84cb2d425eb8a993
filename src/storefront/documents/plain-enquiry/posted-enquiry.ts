import { submitEnquiry } from '#data/crm/enquiry.ts';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { contentKey } from '#domain/content-key.ts';
import { MAX_QUANTITY } from '#domain/cart/cart-line.ts';
import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { studioToday } from '#domain/days.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { enquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { EMPTY_ENQUIRY, enquirySchema, type EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { wholeMobile } from '#domain/enquiry/mobile.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { randomUuid } from '#domain/uuid.ts';
import { formRefusal, postedKey, postedText, type FormRefusal } from '../posted-form.ts';

/** The form's fields as typed. */
export type PlainValues = EnquiryValues & { quantity: string };

/** An enquiry for one item, as a form without a script has it. */
export interface PlainEnquiry {
  type: ItemKind;
  /** The item's uuid. */
  id: string;
  values: PlainValues;
  errors: Readonly<Partial<Record<keyof PlainValues, string>>>;
  /** A problem of no field. */
  alert: string;
  /** Of the page with the form: what it sends twice for the same days counts once, as it was sent last. */
  key: string;
}

/** An enquiry that was not sent; its page is shown again. */
export interface UnsentEnquiry {
  enquiry: PlainEnquiry;
  status: FormRefusal['status'];
  /** Seconds until a limit allows another try. */
  retryAfter?: number | undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Longest text, in UTF-16 units, that is sent back to the browser; far above every field's limit. */
const LONGEST = 16_000;

/** The empty form for the item of an address, with its dates; null where it names no item. */
export function newPlainEnquiry(address: URLSearchParams): PlainEnquiry | null {
  const item = itemOf(address.get('type'), address.get('item'));
  const values = {
    ...EMPTY_ENQUIRY,
    rental_from: address.get('from') ?? '',
    rental_to: address.get('to') ?? '',
    quantity: '1',
  };
  return item && { ...item, values, errors: {}, alert: '', key: randomUuid() };
}

function itemOf(type: unknown, id: unknown): Pick<PlainEnquiry, 'type' | 'id'> | null {
  const kind = ITEM_KINDS.find((known) => known === type);
  return kind && typeof id === 'string' && UUID.test(id) ? { type: kind, id } : null;
}

/** A posted form, and the price that its page showed; null for one that is not of this page. */
export function readPostedEnquiry(form: FormData): { enquiry: PlainEnquiry; price: number } | null {
  const item = itemOf(form.get('type'), form.get('item'));
  const key = postedKey(form);
  if (!item || key === null) return null;
  const values: PlainValues = { ...EMPTY_ENQUIRY, quantity: '' };
  for (const name of Object.keys(values) as (keyof PlainValues)[]) {
    values[name] = postedText(form, name, LONGEST);
  }
  const price = Number(postedText(form, 'price', 20));
  return { enquiry: { ...item, values, errors: {}, alert: '', key }, price };
}

/**
 * Sends a posted enquiry as the storefront's form does.
 * @returns the answer, or the form to show again
 */
export async function sendPostedEnquiry(
  api: PublicApi,
  { enquiry, price }: NonNullable<ReturnType<typeof readPostedEnquiry>>,
): Promise<{ answer: EnquiryAnswer } | UnsentEnquiry> {
  const { type, id, key } = enquiry;
  const { quantity: typed, ...form } = enquiry.values;
  const values = { ...form, mobile: wholeMobile(form.mobile.trim()) };
  const checked = enquirySchema(studioToday()).safeParse(values);
  const quantity = readQuantity(typed) ?? 0;
  const errors: Partial<Record<keyof PlainValues, string>> = {};
  for (const { path, message } of checked.error?.issues ?? []) {
    errors[path[0] as keyof EnquiryValues] ??= message;
  }
  if (quantity < 1 || quantity > MAX_QUANTITY) {
    errors.quantity = `Quantity must be a whole number between 1 and ${MAX_QUANTITY}`;
  }
  if (!checked.data || Object.keys(errors).length > 0) {
    return { status: 422, enquiry: { ...enquiry, errors } };
  }
  const request = enquiryRequest(checked.data, [{ type, id, quantity, price }]);
  try {
    // why of these: with a word added after an unclear answer it is the same enquiry; for other days it is another.
    const { mobile, rental_from, rental_to } = request;
    const wish = await contentKey([key, mobile, rental_from, rental_to, quantity]);
    return { answer: await submitEnquiry(api, wish, request, true) };
  } catch (error) {
    const { status, message, field, retryAfter } = formRefusal(error);
    const isField = Object.hasOwn(values, field);
    // why: the message of 409 is a code for the storefront's form.
    const alert = status === 409 ? CHANGED : message;
    return {
      status,
      retryAfter,
      enquiry: { ...enquiry, ...(isField ? { errors: { [field]: message } } : { alert }) },
    };
  }
}

const CHANGED =
  'The price has changed since you opened this page. Nothing has been sent yet: please look at it and send again.';
