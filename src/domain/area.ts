const feet = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2, useGrouping: false });

/** A size in feet in the standard format: `10 × 20 ft`. */
export function areaText(length: number, width: number): string {
  return `${feet.format(length)} × ${feet.format(width)} ft`;
}

/** The usual spellings: `10x20`, `10 X 20 feet`, `10' × 20'`. */
const TYPED =
  /^\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\.?\s*$/i;

/** Converts a size in feet to the standard format; returns any other text unchanged. */
export function areaSpelling(text: string): string {
  return text.replace(TYPED, '$1 × $2 ft');
}
