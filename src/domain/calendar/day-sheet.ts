import * as z from 'zod/mini';
import { studioDate, text } from '../shape.ts';

/** An order of a crew member's day. */
export const crewBooking = z.object({
  /** ORD-00012 */
  number: text,
  from: studioDate,
  /** Last day. */
  to: studioDate,
  /** Names of the sets. */
  sets: z.array(text),
  /** Names of the other crew members. */
  crew: z.array(text),
});
export type CrewBooking = z.output<typeof crewBooking>;
