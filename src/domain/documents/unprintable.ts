import type { DocumentRecord } from './document-record.ts';
import { PRINTED_RANGES } from './printed-ranges.ts';

const ranges = PRINTED_RANGES.split(' ').map((range) =>
  range.split('-').map((code) => Number.parseInt(code, 16)),
);

/** What has no shape: control characters, soft hyphens, selectors of pictures. */
const SHAPELESS = /^[\p{Cc}\p{Cf}\p{DI}]$/u;

function isPrinted(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return SHAPELESS.test(sign) || ranges.some(([from = 0, to = 0]) => from <= code && code <= to);
}

/** The signs of a text that its document shows as question marks, each once. */
export function unprintableSigns(text: string): string[] {
  const signs = [...new Set(text.normalize('NFC'))];
  return signs.filter(
    (sign) => !isPrinted(sign) && !Array.from(sign.normalize('NFKC')).every(isPrinted),
  );
}

/** The texts of a draft with signs that cannot be printed, in words: `Line 2: 漢 字`. */
export function unprintableTexts({
  lines,
  customer,
  billing_profile: profile,
  notes,
}: Pick<DocumentRecord, 'customer' | 'billing_profile' | 'notes'> & {
  lines: readonly Pick<DocumentRecord['lines'][number], 'position' | 'text'>[];
}): string[] {
  const texts: [name: string, text: string][] = [
    ['Customer', customer.name ?? ''],
    ['Billing details', `${profile?.legal_name ?? ''} ${profile?.address ?? ''}`],
    ...lines.map(({ position, text }): [string, string] => [`Line ${position}`, text]),
    ['Notes', notes ?? ''],
  ];
  return texts.flatMap(([name, text]) => {
    const signs = unprintableSigns(text);
    return signs.length > 0 ? [`${name}: ${signs.join(' ')}`] : [];
  });
}
