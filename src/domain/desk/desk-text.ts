import * as z from 'zod/mini';
import { dayText } from '../availability/availability-text.ts';
import { DAY_MS, HOUR_MS, studioToday } from '../days.ts';
import { count, text } from '../shape.ts';
import { dayCountText, pieceCountText } from '../stock/stock-text.ts';
import type { Scanned } from './desk-counts.ts';
import {
  movedPieces,
  type Condition,
  type DeskLine,
  type DeskMovement,
  type DeskStep,
} from './pick-list.ts';
import type { HiredPieces } from './today.ts';

/** A step as a button and a heading say it. */
export const DESK_LABELS: Record<DeskStep, string> = {
  'hand-over': 'Hand over',
  return: 'Take back',
};

/** A condition as screens and receipts say it. */
export const CONDITION_LABELS: Record<Condition, string> = {
  good: 'Good',
  damaged: 'Damaged',
  missing: 'Missing',
};

/** State of some pieces: `3 of 5 out · 1 back · 1 missing`, `5 pieces`, `All 5 back`. */
export function progressText({
  quantity,
  out,
  back,
  missing,
}: Pick<DeskLine, 'quantity' | 'out' | 'back' | 'missing'>): string {
  if (out + back + missing === 0) return pieceCountText(quantity);
  if (back === quantity) return quantity === 1 ? 'Back' : `All ${quantity} back`;
  const parts = [
    out > 0 &&
      (out === quantity ? (out === 1 ? 'Out' : `All ${out} out`) : `${out} of ${quantity} out`),
    back > 0 && `${back} back`,
    missing > 0 && `${missing} missing`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** `Late by 2 days`. */
export function lateText(days: number): string {
  return `Late by ${dayCountText(days)}`;
}

const HOURS_OF_A_DAY = DAY_MS / HOUR_MS;

/**
 * Age of an unanswered enquiry against the promise: `5 h old · 19 h left`, `2 days old · late`.
 * @param promised hours
 */
export function waitingText(hours: number, promised: number): string {
  const age =
    hours >= 2 * HOURS_OF_A_DAY
      ? dayCountText(Math.floor(hours / HOURS_OF_A_DAY))
      : `${Math.floor(hours)} h`;
  const left = promised - hours;
  return left > 0 ? `${age} old · ${Math.ceil(left)} h left` : `${age} old · late`;
}

/** The button that moves pieces: `Hand over everything`, `Take back 3 pieces`. */
export function submitText(step: DeskStep, pieces: number | 'everything'): string {
  return `${DESK_LABELS[step]} ${pieces === 'everything' ? pieces : pieceCountText(pieces)}`;
}

/** At a typed count beyond the pieces that are left: `Only 3 left to take back.` */
export function tooManyText(step: DeskStep, most: number): string {
  const left = `left to ${DESK_LABELS[step].toLowerCase()}`;
  return most > 0 ? `Only ${most} ${left}.` : `None ${left}.`;
}

/** The notice of a saved movement: `5 pieces handed over`, `5 pieces taken back, 1 missing`. */
export function savedText(step: DeskStep, pieces: number, missing: number): string {
  if (step === 'hand-over') return `${pieceCountText(pieces)} handed over`;
  const back = pieces - missing;
  if (back === 0) return `${pieceCountText(missing)} missing`;
  return `${pieceCountText(back)} taken back${missing > 0 ? `, ${missing} missing` : ''}`;
}

/** A movement as the history says it, in whole lines: `Handed over 5 pieces`, `Taken back 4 pieces, 1 missing`. */
export function movementText(
  { kind, lines: moved }: DeskMovement,
  lines: readonly DeskLine[],
): string {
  const pieces = movedPieces(lines, moved);
  if (kind === 'hand_over') return `Handed over ${pieceCountText(pieces)}`;
  const missing = movedPieces(
    lines,
    moved.filter(({ condition }) => condition === 'missing'),
  );
  const back = pieces - missing;
  if (back === 0 && missing > 0) return `${pieceCountText(missing)} missing`;
  return `Taken back ${pieceCountText(back)}${missing > 0 ? `, ${missing} missing` : ''}`;
}

/** Why a movement needed a reason: `for 23 Nov: Found in the book`, `not here by the records: …`; '' if it did not. */
export function reasonText({ created_at, day, not_here, reason }: DeskMovement): string {
  const parts = [
    day < studioToday(new Date(created_at)) && `for ${dayText(day)}`,
    not_here && 'not here by the records',
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}: ${reason ?? ''}` : '';
}

const SCAN_TEXTS = {
  unknown: 'is not on this order.',
  all_counted: 'is checked off completely.',
  piece_counted: 'was checked off before.',
} as const;

/** The answer to a code: `Brass Lamp: 2 of 3`, `PRP-00099 is not on this order.` */
export function scanText(
  code: string,
  scanned: Scanned,
  count: (line: DeskLine) => string,
): string {
  return 'refused' in scanned
    ? `${code} ${SCAN_TEXTS[scanned.refused]}`
    : `${scanned.line.name}: ${count(scanned.line)}`;
}

/** A line of which fewer pieces are there, or out, than were to be moved. */
export const refusedCount = z.object({
  line: text,
  item: text,
  /** Pieces that were sent. */
  quantity: count,
  /** Pieces that are out now. */
  out: count,
});
export type RefusedCount = z.output<typeof refusedCount>;

/**
 * Sentences for a refusal because of counts: somebody else has moved the pieces meanwhile. The figures are
 * those of the refreshed pick list.
 */
export function refusedCountTexts(
  lines: readonly DeskLine[],
  refused: readonly RefusedCount[],
  left: (line: DeskLine) => number,
): string[] {
  return refused.map((one) => {
    const row = lines.find(({ line, item }) => line === one.line && item === one.item);
    if (!row) return 'A line was removed from the order.';
    const now = left(row);
    return now === 0
      ? `${row.name}: none left, ${progressText(row).toLowerCase()}.`
      : `${row.name}: ${pieceCountText(now)} left, not ${one.quantity}.`;
  });
}

/** Code, supplier and order of pieces hired in: 'PRP-00012 · from Light House · for ORD-00007'. */
export function hiredText({ item, supplier, order_number }: HiredPieces): string {
  const parts = [item.code, supplier && `from ${supplier}`, order_number && `for ${order_number}`];
  return parts.filter(Boolean).join(' · ');
}
