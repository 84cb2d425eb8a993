import { dayText, daysText } from '../availability/availability-text.ts';
import type { StudioDate } from '../days.ts';
import type { DocumentRecord, ShortQuoteLine } from './document-record.ts';

/** A line that is short, in words. */
export interface ShortText {
  /** Of the line, from 1. */
  position: number;
  /** `Lamp: 9 wanted, 7 free on 15–16 Nov. Free from 18 Nov.` */
  text: string;
}

/** The short lines of a quote, one sentence each. */
export function shortTexts(
  short: readonly ShortQuoteLine[],
  lines: readonly NamedLine[],
): ShortText[] {
  return short.map((one) => {
    const name = lines.find(({ position }) => position === one.position)?.text;
    return { position: one.position, text: `${name ?? `Line ${one.position}`}: ${figures(one)}` };
  });
}

type NamedLine = Pick<DocumentRecord['lines'][number], 'position' | 'text'>;

function figures({ wanted, free, short_days, next_free, holds }: ShortQuoteLine): string {
  const held =
    holds === 0 ? '' : `, held for ${holds === 1 ? 'another enquiry' : `${holds} other enquiries`}`;
  const later = next_free === null ? '' : ` Free from ${dayText(next_free)}.`;
  return `${wanted} wanted, ${free ?? 0} free on ${daysText(short_days)}${held}.${later}`;
}

/** Says that a quote is still valid when the rental begins; null where it ends before, as it should. */
export function validityText(
  validUntil: StudioDate | null,
  firstDay: StudioDate | null,
): string | null {
  if (validUntil === null || firstDay === null || validUntil < firstDay) return null;
  return `The rental begins on ${dayText(firstDay)}, before this quote ends.`;
}
