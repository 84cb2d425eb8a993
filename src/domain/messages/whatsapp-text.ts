import { periodText } from '../availability/availability-text.ts';
import { rentalDays, type StudioDate } from '../days.ts';
import { safeLine } from './safe-text.ts';

/** A record as a WhatsApp message tells of it. */
export interface WhatsAppRecord {
  /** The first sentence, which names the record: `This is about your enquiry ENQ-00042.` */
  opening: string;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  items: readonly { name: string | null; quantity: number }[];
  /** Address of its page; null without one. */
  link?: string | null | undefined;
}

/** Items that a message lists. */
const LISTED = 8;

/** Length of a text in an address. why: longer addresses are cut on the way to some phones. */
const MOST_BYTES = 1500;

/** Graphemes of an opening. */
const LONGEST_OPENING = 200;
/** Of one whose characters take many bytes. */
const SHORT_OPENINGS = [50, 5];

const bytesOf = (text: string): number => encodeURIComponent(text).length;

/** The text of a WhatsApp message: opening, dates, up to 8 items, and the link, which is always whole. */
export function whatsAppText(record: WhatsAppRecord): string {
  const { rental_from: from, rental_to: to, items, link } = record;
  const parts = [safeLine(record.opening, LONGEST_OPENING)];
  if (from !== null && to !== null) {
    const days = rentalDays(from, to);
    parts.push(
      `${periodText({ from, to })} ${to.slice(0, 4)} · ${days} ${days === 1 ? 'day' : 'days'}`,
    );
  }
  const end = link ? [link] : [];
  const textOf = (listed: readonly string[]) => {
    const left = items.length - listed.length;
    const more = left === 0 ? [] : [listed.length === 0 ? itemsText(left) : `and ${left} more`];
    return [...parts, ...listed, ...more, ...end].join('\n');
  };
  let listed: string[] = [];
  for (const { name, quantity } of items.slice(0, LISTED)) {
    const next = [...listed, `${quantity} × ${safeLine(name ?? 'Item')}`];
    if (bytesOf(textOf(next)) >= MOST_BYTES) break;
    listed = next;
  }
  const whole = textOf(listed);
  if (bytesOf(whole) < MOST_BYTES) return whole;
  // The opening alone is too long: of emoji, for example.
  const shorter = SHORT_OPENINGS.map((most) => [safeLine(record.opening, most), ...end].join('\n'));
  return shorter.find((text) => bytesOf(text) < MOST_BYTES) ?? (link || '');
}

const itemsText = (count: number) => (count === 1 ? '1 item' : `${count} items`);
