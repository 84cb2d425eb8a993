/** Paper that labels are printed on. */
export type LabelPaper = 'a4' | 'roll';

/** The address of the labels page. */
export interface LabelSearch {
  /** Codes of items, separated by commas. */
  codes?: string;
  /** Omitted: a4. */
  paper?: LabelPaper;
  /** Which labels: omitted, each piece, and items without numbered pieces; `items`, items only. */
  of?: 'items';
  /** The first label of the sheet that is not used up, from 2; omitted: 1. A4 only. */
  first?: number;
}

/** Labels on an A4 sheet: 3 × 8. */
export const SHEET_LABELS = 24;
/** The most items that are printed at once. */
const MOST_CODES = 500;

/** Parses the address of the labels page; unknown values are dropped. */
export function readLabelSearch(raw: Record<string, unknown>): LabelSearch {
  const search: LabelSearch = {};
  const { codes, paper, of, first } = raw;
  if (typeof codes === 'string' && codes.trim()) search.codes = codes;
  if (paper === 'roll') search.paper = paper;
  if (of === 'items') search.of = of;
  const place = Number(first);
  if (Number.isInteger(place) && place > 1 && place <= SHEET_LABELS) search.first = place;
  return search;
}

/** The codes in an address, each once. */
export function labelCodes({ codes = '' }: LabelSearch): string[] {
  const all = codes.split(',').map((code) => code.trim().toUpperCase());
  return [...new Set(all)].filter(Boolean).slice(0, MOST_CODES);
}
