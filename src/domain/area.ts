const digits = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2, useGrouping: false });

/** A size in feet in the standard format: `10 × 20 ft`. */
export function areaText(length: number, width: number): string {
  return `${digits.format(length)} × ${digits.format(width)} ft`;
}

/** Sides in cm, each with its letter, those that are known: `W 80 × D 60 × H 95 cm`; null for none. */
export function sidesText(sides: Readonly<Record<'W' | 'D' | 'H', number | null>>): string | null {
  const known = Object.entries(sides).flatMap(([letter, side]) =>
    side === null ? [] : [`${letter} ${digits.format(side)}`],
  );
  return known.length > 0 ? `${known.join(' × ')} cm` : null;
}

/** The usual spellings: `10x20`, `10 X 20 feet`, `10' × 20'`. */
const TYPED =
  /^\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:ft|feet|['′’])?\.?\s*$/i;

/** Converts a size in feet to the standard format; returns any other text unchanged. */
export function areaSpelling(text: string): string {
  return text.replace(TYPED, '$1 × $2 ft');
}
