import * as z from 'zod/mini';
import { rupees } from '../shape.ts';
import type { LedgerEntry } from './payment.ts';

/** Sums of an order's ledger, in rupees. */
export const ledgerTotals = z.object({
  /** Money of the rent: received less refunded, with the deposit that was applied. */
  received: rupees,
  refunded: rupees,
  tds: rupees,
  written_off: rupees,
  /** The rest to pay; negative when the studio owes the customer. */
  due: rupees,
});

/** Sums of an order's ledger, in rupees; `held` is the deposit that the studio has: received less returned and applied. */
export type LedgerSums = z.output<typeof ledgerTotals> & { held: number };

/**
 * Sums of the entries of an order, in whole paise. A reversal takes back the entry that it names. Twin of
 * `private.ledger_sums` in SQL, for previews of an entry before it is saved.
 * @param value rupees that the order costs
 */
export function ledgerSums(value: number, entries: readonly LedgerEntry[]): LedgerSums {
  const reversed = new Set(entries.map((entry) => entry.reverses));
  const valid = entries.filter(({ id, kind }) => kind !== 'reversal' && !reversed.has(id));
  const paise = (account: string, kind: string) =>
    valid
      .filter((entry) => entry.account === account && entry.kind === kind)
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const refunded = paise('rental', 'refunded');
  const applied = paise('deposit', 'deposit_applied');
  const received = paise('rental', 'received') - refunded + applied;
  const tds = paise('rental', 'tds');
  const writtenOff = paise('rental', 'written_off');
  const held = paise('deposit', 'received') - paise('deposit', 'refunded') - applied;
  return {
    received: received / 100,
    refunded: refunded / 100,
    tds: tds / 100,
    written_off: writtenOff / 100,
    held: held / 100,
    due: (Math.round(value * 100) - received - tds - writtenOff) / 100,
  };
}
