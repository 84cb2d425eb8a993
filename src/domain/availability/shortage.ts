import type { StudioDate } from '#domain/dates.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';

/** Pieces of an item that somebody wants. */
export interface WantedItem {
  type: ItemKind;
  /** uuid */
  id: string;
  quantity: number;
}

/** The answer of `availability` for one line. */
export interface LineAvailability extends WantedItem {
  /** The least number of free pieces over the days; null where pieces are not counted or not shown. */
  free: number | null;
  of: number | null;
  /**
   * The first day on or after the start from which all lines of the call fit for as many days; null
   * beyond a year.
   */
  next_free: StudioDate | null;
}

/** Whether a line does not fit on its dates, the other lines of the call included. */
export function isShort(line: LineAvailability, rentalFrom: StudioDate): boolean {
  return line.free !== null && line.next_free !== rentalFrom;
}
