import { dayText, daysText, periodText } from '../availability/availability-text.ts';
import { formatPrice } from '../money.ts';
import { itemName } from './crm-text.ts';
import { momentText, timeLeftText } from './hold-text.ts';
import type {
  EnquiryLine,
  RentalLineAvailability,
  LineHold,
  RecordLine,
  RentalLine,
} from './rental-line.ts';
import { NO_CHOICE, type Choices, type SwapItem } from './conversion-choices.ts';
import type { ShortItem } from './short-lines.ts';

/**
 * `2 of 3 free`; 'Not counted' where an item has no quantity, `4 free` where pieces are hired in besides
 * its own.
 */
export function piecesText({ free, of }: { free: number | null; of: number | null }): string {
  if (free === null) return 'Not counted';
  return of === null || free > of ? `${free} free` : `${free} of ${of} free`;
}

/** Free pieces of a line: `2 of 3 free`, `Short on 15 Nov: 1 of 2 free`, 'Not counted'. */
export function lineText(
  figures: Pick<RentalLineAvailability, 'free' | 'of' | 'short_days'>,
): string {
  const text = piecesText(figures);
  if (figures.short_days.length === 0) return text;
  return `Short on ${daysText(figures.short_days)}: ${text}`;
}

/** Free pieces of an order's line, without those it has reserved: `Reserved · 1 of 3 still free`. */
export function reservedText(
  line: Pick<RecordLine, 'quantity'>,
  figures: RentalLineAvailability,
): string {
  const { free, of, short_days } = figures;
  if (short_days.length > 0) return lineText(figures);
  if (free === null) return 'Reserved · not counted';
  return `Reserved · ${piecesText({ free: Math.max(0, free - line.quantity), of }).replace(/free$/, 'still free')}`;
}

/** Free pieces when the enquiry was sent: `3 of 3 when sent`; '' where nothing is known. */
export function sentText(line: EnquiryLine): string {
  const { free_when_sent: free, of_when_sent: of, availability } = line;
  if (free === null || of === null) return '';
  if (availability?.free === free && availability.of === of) return 'as when it was sent';
  return `${free} of ${of} when sent`;
}

/** The end of another enquiry's hold, with its customer: `until Thu 6 pm (Asha Rao)`. */
export function holdEndText({ customer, expires_at }: LineHold, now: Date): string {
  return `until ${momentText(expires_at, now)}${customer ? ` (${customer})` : ''}`;
}

/** The label of taking over a hold: `Take over from ENQ-00012, Asha Rao: 2 until Thu 6 pm, 5 h left`. */
export function takeOverText(hold: LineHold, now: Date): string {
  const { number, customer, quantity, expires_at } = hold;
  const who = [number, customer].filter(Boolean).join(', ');
  const until = `${momentText(expires_at, now)}, ${timeLeftText(expires_at, now)}`;
  return `Take over from ${who}: ${quantity} until ${until}`;
}

/** Number of other enquiries that want a line's days: `2 other enquiries want these days`; '' for none. */
export function othersText(total: number): string {
  if (total === 0) return '';
  return total === 1
    ? '1 other enquiry wants these days'
    : `${total} other enquiries want these days`;
}

/**
 * The short items of a refused change of an enquiry or order, one text each.
 * @param names of items that have no line yet, by id
 */
export function refusedTexts(
  lines: readonly Pick<RentalLine, 'item_type' | 'item_id' | 'name' | 'description'>[],
  items: readonly ShortItem[],
  names: Readonly<Record<string, string>> = {},
): string[] {
  return items.map((item) => {
    const line = lines.find((one) => one.item_type === item.type && one.item_id === item.id);
    const name = names[item.id] ?? (line ? itemName(line) : 'A part of a kit');
    return `${name}: ${shortItemText(item)}.`;
  });
}

/** `2 wanted, 1 free on 15 Nov` */
export function shortItemText({ wanted, free, days }: ShortItem): string {
  const on = days.length > 0 ? ` on ${daysText(days)}` : '';
  return `${wanted} wanted, ${free} free${on}`;
}

/** An item to swap for: `3 of 3 free · ₹150/day`. */
export function swapText(item: SwapItem): string {
  return `${piecesText(item)} · ${formatPrice(item.price)}/day`;
}

/** Effects of a conversion with these choices on the enquiry's lines and on others, one sentence each. */
export function effectTexts(lines: readonly RecordLine[], choices: Choices): string[] {
  return lines.flatMap((line) => {
    const { takeOver, solution } = choices[line.id] ?? NO_CHOICE;
    const name = itemName(line);
    const taken = takeOver.map((enquiry) => {
      const hold = line.availability?.holds.find((one) => one.enquiry_id === enquiry);
      return `${hold?.number ?? 'Another enquiry'} loses its hold on ${name}.`;
    });
    switch (solution?.action) {
      case undefined:
        return taken;
      case 'swap':
        return [
          ...taken,
          `${line.quantity} × ${solution.item.name} at ${formatPrice(solution.item.price)}/day instead of ${name}.`,
        ];
      case 'lower':
        return [...taken, `${name}: ${solution.quantity} instead of ${line.quantity}.`];
      case 'dates': {
        const { from, to, forAll } = solution;
        return [...taken, `${forAll ? 'All items' : name}: ${periodText({ from, to })}.`];
      }
      case 'sub_rental': {
        const supplier = solution.supplier.trim();
        const source = supplier ? ` from ${supplier}` : '';
        return [...taken, `${name}: ${solution.quantity} hired in${source}.`];
      }
      case 'drop':
        return [...taken, `${name} is left out.`];
    }
  });
}

/** When a line that is short fits: `Free from 18 Nov`; '' beyond a year. */
export function nextFreeText({ next_free }: Pick<RentalLineAvailability, 'next_free'>): string {
  return next_free === null ? '' : `Free from ${dayText(next_free)}`;
}
