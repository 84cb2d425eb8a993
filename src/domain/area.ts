const feet = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2, useGrouping: false });

/** A size in feet as it is written everywhere: `10 × 20 ft`. */
export function areaText(length: number, width: number): string {
  return `${feet.format(length)} × ${feet.format(width)} ft`;
}

/** How people type one: `10x20`, `10 X 20 feet`, `10' × 20'`. */
const TYPED =
  /^\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\.?\s*$/i;

/** A size in feet, typed in any of the usual ways, as it is written everywhere; other texts as they are. */
export function areaSpelling(text: string): string {
  return text.replace(TYPED, '$1 × $2 ft');
}
