import type { StudioDate } from '../dates.ts';

/** An order of a crew member's day. */
export interface CrewBooking {
  /** ORD-00012 */
  number: string;
  from: StudioDate;
  /** Last day. */
  to: StudioDate;
  /** Names of the sets. */
  sets: string[];
  /** Names of the other crew members. */
  crew: string[];
}
