import * as z from 'zod/mini';
import { ABROAD } from './gst-states.ts';

/** Whether IGST is paid on a zero-rated supply, or not, under a letter of undertaking. */
export const igstPayment = z.enum(['with_payment', 'without_payment']);
export type IgstPayment = z.output<typeof igstPayment>;

/** Supplies to an SEZ (`SEZ…`) and exports (`EXP…`), with and without payment of IGST, as GSTR-1 names them. */
export const zeroRated = z.enum(['SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP']);
export type ZeroRated = z.output<typeof zeroRated>;

/** Text for staff about a {@link ZeroRated} supply. */
export const ZERO_RATED_TEXTS: Readonly<Record<ZeroRated, string>> = {
  SEZWP: 'Supply to an SEZ, with payment of IGST',
  SEZWOP: 'Supply to an SEZ, without payment of IGST',
  EXPWP: 'Export, with payment of IGST',
  EXPWOP: 'Export, without payment of IGST',
};

/** Whether a supply is made without payment of IGST. Twin of `private.is_without_payment` in SQL. */
export const isWithoutPayment = (supply: ZeroRated | null): boolean =>
  supply === 'SEZWOP' || supply === 'EXPWOP';

interface Billed {
  /** Of the recipient. */
  state_code: string | null;
  zero_rated: IgstPayment | null;
}

/**
 * Zero-rating of a draft: all that goes to an SEZ unit or developer, in whatever state, and what has its place of
 * supply abroad. Twin of `private.document_place` in SQL.
 */
export function zeroRatedSupply(place: string | null, billed: Billed | null): ZeroRated | null {
  const isWithout = billed?.zero_rated === 'without_payment';
  if (place === ABROAD) return isWithout ? 'EXPWOP' : 'EXPWP';
  if (!billed?.zero_rated || billed.state_code === ABROAD) return null;
  return isWithout ? 'SEZWOP' : 'SEZWP';
}
