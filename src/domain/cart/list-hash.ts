import { cleanQuantity, MAX_LINES, type CartLine } from './cart-line.ts';

/** The part of My Order's address that holds a shared list: `/my-order#list=…`. */
const PREFIX = 'list=';

const VERSION = 1;
/** Most bytes of a name in the address: 100 lines make 8,000 characters at the most. */
const MAX_NAME_BYTES = 40;
const UUID_BYTES = 16;

/** A thing of a shared list. */
export interface SharedLine {
  /** The item's uuid. */
  id: string;
  /** As it was called when the list was shared, cut to 40 bytes; for an item that is no longer offered. */
  name: string;
  quantity: number;
}

/** why: the address may be anybody's; a name in it must not bring links, markup or invisible characters. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N} ,.'’&()/+–-]+$/u;

/**
 * The address, from its `#` on, that opens a copy of these lines. It holds ids, pieces and the beginning of each name,
 * in base64url: about 60 characters a line. Nothing is stored anywhere.
 */
export function listHash(lines: readonly Pick<CartLine, 'id' | 'name' | 'quantity'>[]): string {
  const shared = lines.slice(0, MAX_LINES);
  const bytes = [VERSION, shared.length];
  for (const { id, name, quantity } of shared) {
    const text = nameBytes(name);
    bytes.push(...idBytes(id), quantity >> 8, quantity & 255, text.length, ...text);
  }
  const coded = btoa(String.fromCharCode(...bytes));
  return `#${PREFIX}${coded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Whether an address's part after `#` claims to hold a list. */
export const holdsList = (hash: string): boolean => hash.replace(/^#/, '').startsWith(PREFIX);

/** The list of {@link listHash}; null where it is cut off or holds anything else. Never throws. */
export function readList(hash: string): SharedLine[] | null {
  const bytes = decoded(hash.replace(/^#/, '').slice(PREFIX.length));
  const [version, count = 0] = bytes ?? [];
  if (!holdsList(hash) || !bytes || version !== VERSION || count === 0 || count > MAX_LINES)
    return null;
  const lines = new Map<string, SharedLine>();
  let at = 2;
  for (let line = 0; line < count; line += 1) {
    const head = bytes.subarray(at, at + UUID_BYTES + 3);
    const [high = 0, low = 0, length = 0] = head.subarray(UUID_BYTES);
    at += UUID_BYTES + 3 + length;
    if (at > bytes.length) return null;
    const id = uuidOf(head);
    const quantity = high * 256 + low;
    const known = lines.get(id);
    if (known) known.quantity = cleanQuantity(known.quantity + quantity);
    else {
      const name = readName(bytes.subarray(at - length, at));
      lines.set(id, { id, name, quantity: cleanQuantity(quantity) });
    }
  }
  return at === bytes.length ? [...lines.values()] : null;
}

function idBytes(id: string): number[] {
  const hex = id.replaceAll('-', '');
  return Array.from({ length: UUID_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes.subarray(0, UUID_BYTES)].map((one) => one.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The UTF-8 of a name, cut between two characters. */
function nameBytes(name: string): number[] {
  const bytes: number[] = [];
  for (const character of name) {
    const more = new TextEncoder().encode(character);
    if (bytes.length + more.length > MAX_NAME_BYTES) break;
    bytes.push(...more);
  }
  return bytes;
}

function readName(bytes: Uint8Array): string {
  const name = new TextDecoder().decode(bytes).trim();
  return PLAIN_NAME.test(name) ? name : 'Unnamed item';
}

function decoded(coded: string): Uint8Array | null {
  if (!/^[\w-]+$/.test(coded)) return null;
  try {
    const text = atob(coded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
