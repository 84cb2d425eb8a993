import { lineAmount } from '../line-amount.ts';
import { roundRupees } from '../money.ts';
import type { MovedLine } from './desk-counts.ts';
import { dayCountText } from '../stock/stock-text.ts';
import { entryKey } from './desk-counts.ts';
import type { PickList } from './pick-list.ts';
import type { ChargeKind } from '../crm/rental-line.ts';

/**
 * Days' prices that are proposed for a missing piece.
 * why 10: docs/product/desk.md#charges
 */
export const MISSING_DAYS = 10;

/** Longest description of a charge, as in the database. */
const LONGEST_DESCRIPTION = 200;

/** A charge proposed with a return. */
export interface ProposedCharge {
  /** Stable while counts change: kind, line and item. */
  id: string;
  charge: ChargeKind;
  line: string;
  description: string;
  /** Rupees without GST; null where only a person can say. */
  amount: number | null;
}

/** A person's change of a proposed charge. */
export interface ChargeEntry {
  /** As typed. */
  amount?: string;
  isDropped?: boolean;
}

/** A charge as `take_back` accepts it. */
export interface SentCharge {
  description: string;
  quantity: number;
  /** Rupees without GST. */
  price: number;
  charge: ChargeKind;
  line: string;
}

const cut = (text: string) => text.slice(0, LONGEST_DESCRIPTION).trim();

/**
 * The charges proposed for a return: late days × price × the pieces returned, ten days' price for a missing
 * piece instead, and an amount to enter for a damaged one (docs/product/desk.md#charges). None where the prices are
 * unknown: a storekeeper adds no charges.
 */
export function proposedCharges(pick: PickList, moved: readonly MovedLine[]): ProposedCharge[] {
  return [...lateCharges(pick, moved), ...conditionCharges(pick, moved)];
}

/** The charges proposed for the returns about which nobody has decided. */
export function dueCharges(pick: PickList): ProposedCharge[] {
  const { charges_due: due } = pick;
  return due ? proposedCharges({ ...pick, late: due.late }, due.lines) : [];
}

function lateCharges(pick: PickList, moved: readonly MovedLine[]): ProposedCharge[] {
  return (pick.late?.lines ?? []).flatMap(({ line, description, quantity, days, price }) => {
    const rows = pick.lines.filter((row) => row.line === line && row.part_of === null);
    const returned = moved
      .filter(
        (one) =>
          one.line === line &&
          one.condition !== 'missing' &&
          (rows.length === 0 || rows.some(({ item }) => item === one.item)),
      )
      .reduce((sum, one) => sum + one.quantity, 0);
    const pieces = Math.min(returned, quantity);
    if (pieces === 0) return [];
    return {
      id: `late:${line}:${days}`,
      charge: 'late' as const,
      line,
      description: cut(`${description} × ${pieces}, ${dayCountText(days)} late`),
      amount: lineAmount(price, pieces, days),
    };
  });
}

function conditionCharges(pick: PickList, moved: readonly MovedLine[]): ProposedCharge[] {
  return moved.flatMap((one): ProposedCharge[] => {
    const row = pick.lines.find(({ line, item }) => line === one.line && item === one.item);
    if (!row || row.price === null) return [];
    const { line, name, price } = row;
    const subject = `${name} × ${one.quantity}`;
    if (one.condition === 'missing') {
      const amount = lineAmount(price, one.quantity, MISSING_DAYS);
      return [
        {
          id: `missing:${entryKey(row)}`,
          charge: 'missing',
          line,
          description: cut(`${subject}, missing`),
          amount: amount > 0 ? amount : null,
        },
      ];
    }
    if (one.condition !== 'damaged') return [];
    return [
      {
        id: `damage:${entryKey(row)}`,
        charge: 'damage',
        line,
        description: cut(`${subject}, damaged`),
        amount: null,
      },
    ];
  });
}

/** The amount of a charge as its field shows it: typed, or else as proposed. */
export function amountText(proposed: ProposedCharge, entry: ChargeEntry | undefined): string {
  return entry?.amount ?? (proposed.amount === null ? '' : String(proposed.amount));
}

/** Most rupees of one charge. */
const MOST_RUPEES = 9_999_999;

/**
 * Reads a typed amount in rupees: `1,250.50`. Null while it is empty or 0, which is no charge.
 * @returns 'invalid' for anything else than an amount
 */
export function readAmount(text: string): number | null | 'invalid' {
  const plain = text.replaceAll(/[₹,\s]/g, '');
  if (plain === '') return null;
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return 'invalid';
  const amount = Number(plain);
  if (amount > MOST_RUPEES) return 'invalid';
  return amount === 0 ? null : amount;
}

/** The charges that will be made, and the ids of those whose amount cannot be read. */
export function readCharges(
  proposed: readonly ProposedCharge[],
  entries: Readonly<Record<string, ChargeEntry>>,
): { charges: SentCharge[]; invalid: string[]; total: number } {
  const charges: SentCharge[] = [];
  const invalid: string[] = [];
  for (const one of proposed) {
    const entry = entries[one.id];
    if (entry?.isDropped) continue;
    const price = readAmount(amountText(one, entry));
    if (price === 'invalid') invalid.push(one.id);
    else if (price !== null) {
      const { charge, line, description } = one;
      charges.push({ description, quantity: 1, price, charge, line });
    }
  }
  const total = roundRupees(charges.reduce((sum, { price }) => sum + price, 0));
  return { charges, invalid, total };
}
