import type { LineAvailability } from './shown-availability.ts';
import type { StudioDate } from '../days.ts';

/** Pieces of an item that somebody wants. */
export type WantedItem = Pick<LineAvailability, 'type' | 'id' | 'quantity'>;

/** Whether a line does not fit on its dates, the other lines of the call included. */
export function isShort(line: LineAvailability, rentalFrom: StudioDate): boolean {
  return line.free !== null && line.next_free !== rentalFrom;
}
