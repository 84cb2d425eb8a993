import { HOUR_MS } from '../days.ts';

/**
 * By when an enquiry is answered at the latest, as an ISO time.
 * @param sentAt ISO time
 * @param promised hours
 */
export function promisedBy(sentAt: string, promised: number): string {
  return new Date(Date.parse(sentAt) + promised * HOUR_MS).toISOString();
}
