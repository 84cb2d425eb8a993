import { dayText } from '../availability/availability-text.ts';
import { rentalDays, type StudioDate } from '../days.ts';
import type { NextStep, ScanAnswer, ScanStep } from './scan.ts';

/** The button of a step. */
export const STEP_LABELS: Record<ScanStep, string> = {
  hand_over: 'Hand over',
  take_back: 'Take back',
};

/** A step that was done. */
export const DONE_LABELS: Record<ScanStep, string> = {
  hand_over: 'Handed over',
  take_back: 'Back',
};

/** When a step is due: `goes out today`, `went out on 14 Nov`, `due back 16 Nov`, `late by 2 days`. */
export function dueText({ step, day }: Pick<NextStep, 'step' | 'day'>, today: StudioDate): string {
  if (step === 'hand_over') {
    if (day === today) return 'goes out today';
    return day < today ? `should be out since ${dayText(day)}` : `goes out ${dayText(day)}`;
  }
  if (day === today) return 'due back today';
  if (day > today) return `due back ${dayText(day)}`;
  const late = rentalDays(day, today) - 1;
  return `late by ${late} ${late === 1 ? 'day' : 'days'}`;
}

/** The sentence for a label that leads to nothing; null if it leads to an item. */
export function unknownText(code: string, { item, piece }: ScanAnswer): string | null {
  if (item) return null;
  return piece
    ? `The item of ${code} was deleted. Remove the label.`
    : `No item has the code ${code}. Check the label, or search by name.`;
}

/** Why a scanned item has no such step, and what to do. */
export function noStepText(code: string, step: ScanStep, answer: ScanAnswer): string {
  const unknown = unknownText(code, answer);
  if (unknown) return unknown;
  if (answer.piece?.retired) return `${code} is retired. Use another piece, or restore it first.`;
  if (step === 'take_back')
    return `${code} is not out for any order. Check the number on the label.`;
  const out = answer.out[0];
  return out
    ? `${code} is out for ${out.order_number}. Take it back first.`
    : `No order waits for ${code}. Add it to the order first.`;
}

/** Why a step was refused, and what to do; null for a reason that the server's own message explains. */
export function refusedStepText(
  { name, order_number }: { name: string; order_number: string },
  reason: string | undefined,
): string | null {
  if (reason === 'more_than_there') {
    return `${order_number} needs no more of ${name}: it was handed over meanwhile, or the order changed.`;
  }
  if (reason === 'more_than_out') return `${name} is back from ${order_number} already.`;
  return null;
}
