import { readPrice } from '../crm/price-input.ts';
import { isStudioDate } from '../days.ts';
import { readQuantity } from '../plain-number.ts';
import { randomUuid } from '../uuid.ts';
import type {
  DocumentDraft,
  DocumentRecord,
  DocumentDraftLine,
  DocumentItem,
} from './document-record.ts';

/** A line as it is typed. Everything that is typed is text. */
export interface EditedLine extends Pick<
  DocumentDraftLine,
  'kind' | 'item_id' | 'item_type' | 'order_item_id' | 'enquiry_item_id' | 'sac' | 'rate' | 'place'
> {
  /** Of this tab, for the screen. */
  key: string;
  item: DocumentItem | null;
  text: string;
  quantity: string;
  /** Empty: charged once. */
  days: string;
  price: string;
  /** `10%` or rupees, `500`. */
  discount: string;
}

/** A draft as it is typed. */
export interface EditedDraft extends Pick<
  DocumentDraft,
  'billing_profile' | 'place_of_supply' | 'notes'
> {
  /** `YYYY-MM-DD` or ''. */
  valid_until: string;
  /** `10%` or rupees, `500`. */
  discount: string;
  lines: readonly EditedLine[];
}

/** Problems of fields by their place: `valid_until`, `lines.0.price`. */
export type DraftProblems = Readonly<Record<string, string>>;

const MOST = 10_000;

const discountText = (percent: number | null, amount: number | null): string =>
  percent === null ? numberText(amount) : `${percent}%`;
const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** A saved draft as text, to edit. */
export function editedDraft(record: DocumentRecord): EditedDraft {
  return {
    billing_profile: record.billing_profile?.id ?? null,
    place_of_supply: record.place_reason === 'set' ? record.place_of_supply : null,
    valid_until: record.valid_until ?? '',
    discount: discountText(record.discount_percent, record.discount_amount),
    notes: record.notes ?? '',
    lines: record.lines.map((line) => ({
      key: randomUuid(),
      kind: line.kind,
      item_id: line.item_id,
      item_type: line.item_type,
      order_item_id: line.order_item_id,
      enquiry_item_id: line.enquiry_item_id,
      sac: line.sac,
      rate: line.rate,
      place: line.place,
      item: line.item,
      text: line.text,
      quantity: numberText(line.quantity),
      days: numberText(line.days),
      price: numberText(line.unit_price),
      discount: discountText(line.discount_percent, line.discount_amount),
    })),
  };
}

/** A discount as typed: `10%` is a percentage, `500` rupees, '' none. Null: neither. */
export function readDiscount(
  typed: string,
): Pick<DocumentDraftLine, 'discount_percent' | 'discount_amount'> | null {
  const text = typed.trim();
  if (text === '') return { discount_percent: null, discount_amount: null };
  const isPercent = text.endsWith('%');
  const value = readPrice(isPercent ? text.slice(0, -1) : text);
  if (value === null || (isPercent && value > 100)) return null;
  if (value === 0) return { discount_percent: null, discount_amount: null };
  return isPercent
    ? { discount_percent: value, discount_amount: null }
    : { discount_percent: null, discount_amount: value };
}

function readCount(typed: string): number | null {
  const count = readQuantity(typed);
  return count !== null && count >= 1 && count <= MOST ? count : null;
}

/** A draft as read from its typed texts. */
export interface ReadDraft {
  draft: DocumentDraft;
  problems: DraftProblems;
  /** The place of each line of the draft in the typed lines, from 0: empty lines are left out. */
  places: number[];
}

/** Whether nothing was typed into a new line. */
const isBlank = ({ kind, text, price, discount }: EditedLine) =>
  kind !== 'item' && `${text}${price}${discount}`.trim() === '';

/**
 * The draft that the typed texts mean, with the problems of those that mean nothing; a field with a problem has a
 * value that only a preview of the sums may use.
 */
export function readDocumentDraft(edited: EditedDraft): ReadDraft {
  const problems: Record<string, string> = {};
  const must = <Value>(at: string, value: Value | null, problem: string, instead: Value): Value => {
    if (value !== null) return value;
    problems[at] = problem;
    return instead;
  };
  const discountAt = (at: string, typed: string) =>
    must(at, readDiscount(typed), 'Enter a percentage like 10%, or rupees.', {
      discount_percent: null,
      discount_amount: null,
    });
  if (edited.valid_until !== '' && !isStudioDate(edited.valid_until)) {
    problems['valid_until'] = 'Enter a date.';
  }
  const typed = edited.lines.map((line, place) => ({ line, place }));
  const filled = typed.filter(({ line }) => !isBlank(line));
  const lines = filled.map(({ line, place: index }): DocumentDraftLine => {
    const at = (field: string) => `lines.${index}.${field}`;
    const { kind, item_id, item_type, order_item_id, enquiry_item_id } = line;
    const text = line.text.trim();
    if (text === '') problems[at('text')] = 'Enter a text.';
    const base = { kind, item_id, item_type, order_item_id, enquiry_item_id, text };
    if (kind === 'heading') {
      const none = { quantity: null, days: null, unit_price: null, sac: null, rate: null };
      return { ...base, ...none, place: null, discount_percent: null, discount_amount: null };
    }
    const { sac, rate, place: taxedAt } = line;
    const isOnce = line.days.trim() === '';
    return {
      ...base,
      sac,
      rate,
      place: taxedAt,
      quantity: must(at('quantity'), readCount(line.quantity), 'From 1 to 10,000.', 1),
      days: isOnce ? null : must(at('days'), readCount(line.days), 'From 1 to 10,000.', 1),
      unit_price: must(
        at('price'),
        readPrice(line.price),
        'Enter rupees, with two decimals at most.',
        0,
      ),
      ...discountAt(at('discount'), line.discount),
    };
  });
  const { billing_profile, place_of_supply, notes } = edited;
  const valid_until = edited.valid_until === '' ? null : edited.valid_until;
  const draft: DocumentDraft = {
    billing_profile,
    place_of_supply,
    valid_until,
    notes: notes.trim(),
    ...discountAt('discount', edited.discount),
    lines,
  };
  return { draft, problems, places: filled.map(({ place }) => place) };
}

/** Whether two drafts are saved as the same. */
export function isSameDraft(one: DocumentDraft, other: DocumentDraft): boolean {
  // why: both are written by `readDocumentDraft`, so their keys have the same order.
  return JSON.stringify(one) === JSON.stringify(other);
}
