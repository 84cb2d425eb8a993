import type { WantedThing } from '../cart/wanted-list.ts';
import { isMobile, MOBILE_PREFIX } from '../enquiry/mobile.ts';
import { isStudioDate, type StudioDate } from '../days.ts';
import { isEmail, plainEmail } from '../email.ts';
import type { FoundItem } from '../stock/kit-components.ts';
import { datesProblem, type SwapItem } from './conversion-choices.ts';
import type { FoundCustomer, NewCustomer } from './found-customer.ts';
import type { RentalSpan } from './record-change.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';

/** The record that staff make for a caller. */
export type MadeKind = 'enquiry' | 'order';

/** One item of the form, with its pieces, and how many of them an order hires in. */
export type DraftLine = Omit<FoundItem, 'quantity'> & { quantity: number; hired?: number };

/** The form of a new enquiry or order. */
export interface RentalDraft extends NewCustomer {
  /** The text in the field that finds the customer. */
  said: string;
  /** The customer who was found; null while there is none, and for a new one. */
  customer: FoundCustomer | null;
  /** The customer is new: the fields of their details are shown. */
  isNew: boolean;
  from: StudioDate;
  to: StudioDate;
  message: string;
  lines: readonly DraftLine[];
  /** Lines of a pasted list that no item was found for. */
  left: readonly WantedThing[];
  /** Idempotency key of saving it, stable over reloads. */
  key: string;
}

/** The empty form. */
export const emptyRental = (key: string): RentalDraft => ({
  said: '',
  customer: null,
  isNew: false,
  mobile: MOBILE_PREFIX,
  first_name: '',
  last_name: '',
  email: '',
  from: '',
  to: '',
  message: '',
  lines: [],
  left: [],
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
  lines: readonly {
    type: ItemKind;
    item: string;
    quantity: number;
    hired?: readonly { quantity: number }[];
  }[];
  message?: string;
}

/** The fields of the form that can be wrong. */
export type RentalField =
  | 'said'
  | 'mobile'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'from'
  | 'to'
  | 'lines';

/** Wrong fields with their messages, in the order of the form. */
export type RentalProblems = Partial<Record<RentalField, string>>;

/**
 * The wrong fields of the form. The database checks everything again.
 * @param today in the studio's time zone
 */
export function rentalProblems(draft: RentalDraft, today: StudioDate): RentalProblems {
  const problems: RentalProblems = {};
  if (draft.customer === null && !draft.isNew) problems.said = 'Choose the customer, or a new one.';
  else if (draft.customer === null) {
    if (!isMobile(draft.mobile)) problems.mobile = 'Enter ten digits, the first from 6 to 9.';
    if (draft.first_name.trim() === '') problems.first_name = 'Enter the first name.';
    if (draft.last_name.trim() === '') problems.last_name = 'Enter the last name.';
    const email = plainEmail(draft.email);
    if (email !== '' && !isEmail(email)) problems.email = 'Enter a valid e-mail address, or none.';
  }
  const dates = datesProblem(draft.from, draft.to);
  if (dates) problems[isStudioDate(draft.from) ? 'to' : 'from'] = dates;
  else if (draft.from < today) problems.from = 'The first day is past.';
  if (draft.left.length > 0) problems.lines = 'Search or remove the lines that were not found.';
  else if (draft.lines.length === 0) problems.lines = 'Add at least one item.';
  return problems;
}

/** The arguments of `make_rental` for a valid form. */
export function newRental(
  make: MadeKind,
  draft: RentalDraft,
): NewRental & RentalSpan & { key: string } {
  const { first_name, last_name, mobile, from, to, key } = draft;
  const email = plainEmail(draft.email);
  const message = draft.message.trim();
  return {
    make,
    customer:
      draft.customer === null
        ? {
            first_name: first_name.trim(),
            last_name: last_name.trim(),
            mobile,
            ...(email ? { email } : {}),
          }
        : { id: draft.customer.id },
    rental_from: from,
    rental_to: to,
    lines: draft.lines.map(({ type, id, quantity, hired }) => ({
      type,
      item: id,
      quantity,
      // why not for an enquiry: it reserves nothing.
      ...(make === 'order' && hired && { hired: [{ quantity: hired }] }),
    })),
    ...(message ? { message } : {}),
    key,
  };
}

/** Most pieces of one line that the forms offer. */
export const MOST_PIECES = 1000;

/** The lines with more pieces of an item, at their end where it is new. */
export function withMore(
  lines: readonly DraftLine[],
  item: FoundItem,
  quantity: number,
): DraftLine[] {
  const { type, id, code, name, price, active } = item;
  const present = lines.find((line) => line.id === id);
  if (present) return withPiecesOf(lines, id, present.quantity + quantity);
  return [...lines, { type, id, code, name, price, active, quantity }];
}

/** The lines with so many pieces of an item, as many as one line may have. */
export const withPiecesOf = (
  lines: readonly DraftLine[],
  id: string,
  quantity: number,
): DraftLine[] =>
  lines.map((line) =>
    line.id === id ? { ...line, quantity: Math.min(MOST_PIECES, quantity) } : line,
  );

/** The lines with another item in place of one; its pieces are added where the other is there already. */
export function withSwap(
  lines: readonly DraftLine[],
  id: string,
  { kind, id: other, code, name, price }: SwapItem,
): DraftLine[] {
  const { quantity = 1 } = lines.find((line) => line.id === id) ?? {};
  const present = lines.find((line) => line.id === other);
  if (present) {
    const joined = withPiecesOf(lines, other, present.quantity + quantity);
    return joined.filter((line) => line.id !== id);
  }
  const swapped = { type: kind, id: other, code, name, price, active: true, quantity };
  return lines.map((line) => (line.id === id ? swapped : line));
}
