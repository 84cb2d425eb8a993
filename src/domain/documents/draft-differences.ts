import { formatDate } from '../dates.ts';
import { formatTotal } from '../money.ts';
import type { BillingProfile, DocumentDraft, DocumentDraftLine } from './document-record.ts';
import { stateName } from './gst-states.ts';

/** A field that differs between two drafts, in words. */
export interface DraftDifference {
  label: string;
  mine: string;
  theirs: string;
}

const NONE = 'none';

const discountText = (
  discount: Pick<DocumentDraftLine, 'discount_percent' | 'discount_amount'>,
): string =>
  discount.discount_percent === null
    ? discount.discount_amount === null
      ? NONE
      : formatTotal(discount.discount_amount)
    : `${discount.discount_percent} %`;

/** A line in words: `Brass lamp · 2 × 3 days × ₹450.00`. */
export function documentLineText(line: DocumentDraftLine | undefined): string {
  if (!line) return NONE;
  if (line.kind === 'heading' || line.unit_price === null) return line.text;
  const days = line.days === null ? '' : ` × ${line.days} ${line.days === 1 ? 'day' : 'days'}`;
  const discount = discountText(line);
  const less = discount === NONE ? '' : `, less ${discount}`;
  const tax = line.rate === null ? '' : `, ${line.rate}% GST`;
  return `${line.text} · ${line.quantity}${days} × ${formatTotal(line.unit_price)}${less}${tax}`;
}

/**
 * Differences of two versions of a draft, in words: one row for each field, and one for each line that has
 * other values or another place.
 */
export function draftDifferences(
  mine: DocumentDraft,
  theirs: DocumentDraft,
  profiles: readonly BillingProfile[],
): DraftDifference[] {
  const profile = (id: string | null) => {
    const known = profiles.find((one) => one.id === id);
    return known ? known.label || known.legal_name : NONE;
  };
  const fields: [label: string, text: (draft: DocumentDraft) => string][] = [
    ['Billed to', (draft) => profile(draft.billing_profile)],
    ['Place of supply', (draft) => stateName(draft.place_of_supply) || 'by the rules'],
    ['Valid until', (draft) => (draft.valid_until ? formatDate(draft.valid_until) : NONE)],
    ['Discount', discountText],
    ['Notes', (draft) => draft.notes || NONE],
  ];
  const found = fields.map(([label, text]) => ({ label, mine: text(mine), theirs: text(theirs) }));
  const count = Math.max(mine.lines.length, theirs.lines.length);
  const lines = Array.from({ length: count }, (_, at) => ({
    label: `Line ${at + 1}`,
    mine: documentLineText(mine.lines[at]),
    theirs: documentLineText(theirs.lines[at]),
  }));
  return [...found, ...lines].filter((one) => one.mine !== one.theirs);
}
