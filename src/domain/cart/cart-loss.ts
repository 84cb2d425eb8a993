import { countPieces, parseCart } from './cart.ts';
import { cleanLine, MAX_LINES, MAX_QUANTITY } from './cart-line.ts';

/** Loss of a list or an order, of things that an order cannot have, in words: title and description of a notice. */
export interface LossText {
  title: string;
  description: string;
}

/** Says that pieces were left out; null for none. */
export function lostPiecesText(lost: number): LossText | null {
  if (lost <= 0) return null;
  return {
    title: lost === 1 ? '1 piece was left out' : `${lost} pieces were left out`,
    description: `An order can have ${MAX_LINES} lines, and ${MAX_QUANTITY} pieces of one item.`,
  };
}

const UNREADABLE: LossText = {
  title: 'Your order could not be read',
  description: 'What this browser had stored of it is damaged, so it starts empty.',
};

/** Says what of a stored cart `parseCart` leaves out; null where nothing is lost. */
export function cartLossText(stored: string): LossText | null {
  const raw = listIn(stored);
  if (!raw) return UNREADABLE;
  const lines = raw.filter((one) => cleanLine(one) !== null);
  const damaged = raw.length - lines.length;
  if (damaged > 0 && lines.length === 0) return UNREADABLE;
  const wanted = lines.reduce<number>((sum, one) => sum + piecesOf(one), 0);
  const lost = lostPiecesText(wanted - countPieces(parseCart(stored)));
  if (damaged === 0) return lost;
  const things = damaged === 1 ? '1 thing' : `${damaged} things`;
  return {
    title: `${things} of your order could not be read`,
    description: ['The rest is here.', lost && `${lost.title}. ${lost.description}`]
      .filter(Boolean)
      .join(' '),
  };
}

function listIn(stored: string): unknown[] | null {
  try {
    const raw: unknown = JSON.parse(stored);
    return Array.isArray(raw) ? raw : null;
  } catch {
    return null;
  }
}

/** The pieces that a stored line asks for, beyond what a line can have too. */
function piecesOf(line: unknown): number {
  const asked = Number((line as { quantity?: unknown }).quantity);
  return asked > MAX_QUANTITY && Number.isSafeInteger(Math.floor(asked))
    ? Math.floor(asked)
    : (cleanLine(line)?.quantity ?? 0);
}
