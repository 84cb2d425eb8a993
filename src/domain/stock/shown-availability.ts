import * as z from 'zod/mini';
import { shownPieces } from '../catalogue/catalogue-results.ts';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { optionalDate, text } from '../shape.ts';

/** The answer of `availability` for one line. */
export const lineAvailability = z.object({
  type: itemKind,
  /** uuid */
  id: text,
  quantity: z.number(),
  /** The least number of free pieces over the days; null where pieces are not counted or not shown. */
  free: shownPieces,
  of: shownPieces,
  /**
   * The first day on or after the start from which all lines of the call fit for as many days; null
   * beyond a year.
   */
  next_free: optionalDate,
});
export type LineAvailability = z.output<typeof lineAvailability>;
