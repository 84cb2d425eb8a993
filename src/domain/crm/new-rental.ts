import { isMobile, MOBILE_PREFIX } from '../enquiry/mobile.ts';
import { isStudioDate, type StudioDate } from '../dates.ts';
import type { FoundItem } from '../stock/kit-components.ts';
import { datesProblem } from './conversion-choices.ts';
import type { RentalSpan } from './order-change.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';

/** The record that staff make for a caller. */
export type MadeKind = 'enquiry' | 'order';

/** One item of the form, with its pieces. */
export type DraftLine = Omit<FoundItem, 'quantity'> & { quantity: number };

/** The form of a new enquiry or order. */
export interface RentalDraft {
  /** `+91` and up to 10 digits. */
  mobile: string;
  first_name: string;
  last_name: string;
  email: string;
  from: StudioDate;
  to: StudioDate;
  message: string;
  lines: readonly DraftLine[];
  /** Idempotency key of saving it, stable over reloads. */
  key: string;
}

/** The empty form. */
export const emptyRental = (key: string): RentalDraft => ({
  mobile: MOBILE_PREFIX,
  first_name: '',
  last_name: '',
  email: '',
  from: '',
  to: '',
  message: '',
  lines: [],
  key,
});

/** Whether anything is typed or added. */
export const isTouched = ({ key: _key, ...draft }: RentalDraft): boolean => {
  const { key: _, ...empty } = emptyRental('');
  return JSON.stringify(draft) !== JSON.stringify(empty);
};

/** The argument of `make_rental`. */
export interface NewRental {
  make: MadeKind;
  customer:
    | { id: string }
    | { first_name: string; last_name: string; mobile: string; email?: string };
  lines: readonly { type: ItemKind; item: string; quantity: number }[];
  message?: string;
}

/** The fields of the form that can be wrong. */
export type RentalField = 'mobile' | 'first_name' | 'last_name' | 'email' | 'from' | 'to' | 'lines';

/** Wrong fields with their messages, in the order of the form. */
export type RentalProblems = Partial<Record<RentalField, string>>;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * The wrong fields of the form. The database checks everything again.
 * @param isKnown the mobile number is that of a customer
 * @param today in the studio's time zone
 */
export function rentalProblems(
  draft: RentalDraft,
  isKnown: boolean,
  today: StudioDate,
): RentalProblems {
  const problems: RentalProblems = {};
  if (!isMobile(draft.mobile)) problems.mobile = 'Enter ten digits, the first from 6 to 9.';
  if (!isKnown) {
    if (draft.first_name.trim() === '') problems.first_name = 'Enter the first name.';
    if (draft.last_name.trim() === '') problems.last_name = 'Enter the last name.';
    const email = draft.email.trim();
    if (email !== '' && !EMAIL.test(email))
      problems.email = 'Enter a valid e-mail address, or none.';
  }
  const dates = datesProblem(draft.from, draft.to);
  if (dates) problems[isStudioDate(draft.from) ? 'to' : 'from'] = dates;
  else if (draft.from < today) problems.from = 'The first day is past.';
  if (draft.lines.length === 0) problems.lines = 'Add at least one item.';
  return problems;
}

/** The arguments of `make_rental` for a valid form. */
export function newRental(
  make: MadeKind,
  draft: RentalDraft,
  customerId: string | null,
): NewRental & RentalSpan & { key: string } {
  const { first_name, last_name, mobile, from, to, key } = draft;
  const email = draft.email.trim();
  const message = draft.message.trim();
  return {
    make,
    customer:
      customerId === null
        ? {
            first_name: first_name.trim(),
            last_name: last_name.trim(),
            mobile,
            ...(email ? { email } : {}),
          }
        : { id: customerId },
    rental_from: from,
    rental_to: to,
    lines: draft.lines.map(({ type, id, quantity }) => ({ type, item: id, quantity })),
    ...(message ? { message } : {}),
    key,
  };
}

/** Most pieces of one line that the forms offer. */
export const MOST_PIECES = 1000;

/** The lines with one more piece of an item, as a scan of it adds. */
export function withOneMore(lines: readonly DraftLine[], item: FoundItem): DraftLine[] {
  const isThere = lines.some(({ id }) => id === item.id);
  if (!isThere) return [...lines, { ...item, quantity: 1 }];
  return lines.map((line) =>
    line.id === item.id ? { ...line, quantity: Math.min(MOST_PIECES, line.quantity + 1) } : line,
  );
}
