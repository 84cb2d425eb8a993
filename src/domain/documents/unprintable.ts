import { DOCUMENT_FACTS, isDrafted } from './document-kinds.ts';
import type { FrozenDocument } from './frozen-document.ts';
import { PRINTED_RANGES } from './printed-ranges.ts';

const ranges = PRINTED_RANGES.split(' ').map((range) =>
  range.split('-').map((code) => Number.parseInt(code, 16)),
);

/** Signs without a shape: control characters, soft hyphens, selectors of pictures. */
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

/** Says which signs of these texts cannot be printed; undefined where all can. */
export function unprintableNote(...texts: string[]): string | undefined {
  const signs = unprintableSigns(texts.join(' '));
  return signs.length > 0 ? `Cannot be printed: ${signs.join(' ')}` : undefined;
}

/** Where a printed text is edited: a field of its draft, a setting of the studio, or its customer's page. */
export type TextSource =
  | { field: string }
  | { line: number }
  | { setting: string }
  | { customer: string };

/** A text of a document with signs that cannot be printed. */
export interface UnprintableText {
  /** `Line 2`, `Terms of quotes`. */
  name: string;
  signs: string[];
  /** Null for a text that nobody can change any more. */
  source: TextSource | null;
}

/** The studio's texts, by their place in a document. Twin of `private.studio_content` in SQL. */
const OF_STUDIO: Readonly<Record<string, [name: string, ...settings: string[]]>> = {
  name: ['Name of the studio', 'studio.name'],
  legal_name: ['Legal name', 'identity.legal_name'],
  address: [
    'Address of the studio',
    'studio.address_lines',
    'studio.city',
    'studio.postal_code',
    'studio.region',
    'studio.country',
  ],
  email: ['E-mail of the studio', 'studio.email'],
  phone: ['Phone of the studio', 'studio.phone'],
  'bank.account_name': ['Name of the account', 'identity.bank_account_name'],
  'bank.bank': ['Bank and branch', 'identity.bank_name'],
  signatory: ['Authorised signatory', 'documents.signatory'],
};
const FOOTER = 'documents.footer';
const TERMS: Readonly<Partial<Record<FrozenDocument['kind'], string>>> = {
  quote: 'documents.quote_terms',
  invoice: 'documents.invoice_terms',
};

const PRINTED_SETTINGS = new Set([
  ...Object.values(OF_STUDIO).flatMap(([, ...settings]) => settings),
  FOOTER,
  ...Object.values(TERMS),
]);

/** Whether documents print the text of this setting. */
export const isPrintedSetting = (key: string): boolean => PRINTED_SETTINGS.has(key);

/** Parts of a document that are not printed: addresses of pictures, and the payee inside the QR code. */
const NEVER_PRINTED = /(^|\.)(picture|logo)$|^studio\.upi\.name$|^(kind|payment\.method)$/;

/** Whether the paper of a kind has the text at this place. */
function isOnPaper(at: string, kind: FrozenDocument['kind']): boolean {
  if (at === 'studio.signatory') return DOCUMENT_FACTS[kind].isTaxDocument;
  if (/^studio\.(bank|upi)\./.test(at) && !isDrafted(kind)) return false;
  return !NEVER_PRINTED.test(at);
}

/** All texts in a document with their places: `studio.bank.bank`, `lines.0.text`. */
function* textsIn(value: unknown, at = ''): Generator<[at: string, text: string]> {
  if (typeof value === 'string') yield [at, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      yield* textsIn(part, at ? `${at}.${key}` : key);
  }
}

/** Name of a text, and its place in the editor. */
function sourceOf(
  at: string,
  { kind, customer }: FrozenDocument,
): Pick<UnprintableText, 'name' | 'source'> {
  const [first = '', ...rest] = at.split('.');
  const studio = first === 'studio' ? OF_STUDIO[rest.join('.').replace(/\.\d+$/, '')] : undefined;
  if (studio) return { name: studio[0], source: { setting: studio[1] ?? '' } };
  const isOwn = isDrafted(kind);
  const own = (field: string) => (isOwn ? { field } : null);
  switch (first) {
    case 'lines': {
      const line = Number(rest[0]);
      return { name: `Line ${line + 1}`, source: isOwn ? { line } : null };
    }
    case 'customer':
      return rest[0] === 'legal_name' || rest[0] === 'address'
        ? { name: 'Billing details', source: own('billing_profile') }
        : { name: 'Customer', source: isOwn ? { customer: customer.number } : null };
    case 'notes':
      return { name: 'Notes', source: own('notes') };
    case 'terms':
      return { name: 'Terms', source: { setting: TERMS[kind] ?? '' } };
    case 'footer':
      return { name: 'Last line', source: { setting: FOOTER } };
    case 'reason':
      return { name: 'Reason', source: null };
    case 'payment':
      return { name: 'Reference of the payment', source: null };
    default:
      return { name: 'Other texts', source: null };
  }
}

/** The texts of a document, the studio's own too, with signs that cannot be printed. */
export function unprintableTexts(document: FrozenDocument): UnprintableText[] {
  const found = new Map<string, UnprintableText>();
  for (const [at, text] of textsIn(document)) {
    const signs = isOnPaper(at, document.kind) ? unprintableSigns(text) : [];
    if (signs.length === 0) continue;
    const { name, source } = sourceOf(at, document);
    const before = found.get(name)?.signs ?? [];
    found.set(name, { name, source, signs: [...new Set([...before, ...signs])] });
  }
  return [...found.values()];
}
