import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { count, studioDate, text } from '../shape.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';
import { addDays, rentalDays, type StudioDate } from '../days.ts';
import {
  choiceProblem,
  datesOfAll,
  itemOf,
  NO_CHOICE,
  piecesOf,
  sameChoice,
  type Choices,
  type LineChoice,
  type SwapItem,
} from './conversion-choices.ts';
import type { ItemLine } from './rental-line.ts';

/** An item that a refusal (`not_free`) names. */
export const shortItem = z.object({
  type: itemKind,
  id: text,
  /** Pieces wanted by all lines together, also as a part of other items. */
  wanted: count,
  /** The least that is free over the days. */
  free: count,
  /** The days on which it is short. */
  days: z.array(studioDate),
});
export type ShortItem = z.output<typeof shortItem>;

/** A refused conversion: the short items, and the choices that were sent with it. */
export interface RefusedConversion {
  items: readonly ShortItem[];
  sent: Choices;
}

/** A line that a refused conversion is about. */
export interface ShortLine {
  line: ItemLine;
  /** Its item in the refusal, or its own figures where the choice for it fits. */
  item: ShortItem;
  /** False where it was short before, and fits with the choice that was sent. */
  isShort: boolean;
}

const isSame = (one: { kind: ItemKind; id: string }, item: ShortItem) =>
  one.kind === item.type && one.id === item.id;

/** Whether a line is for the item itself: not for a kit with it, nor swapped for it. */
const isFor = (line: ItemLine, item: ShortItem) => isSame(itemOf(line), item);

/**
 * The lines that a refusal is about, in their order: the short ones, and those with a choice that was sent
 * and fits. A refusal may name a part of kits. Then the lines whose own figures are short are meant too, or
 * all lines where there is none.
 */
export function shortLines(
  lines: readonly ItemLine[],
  { items, sent }: RefusedConversion,
): ShortLine[] {
  const kept = lines.filter(({ id }) => sent[id]?.solution?.action !== 'drop');
  const found = new Map<string, ShortLine>();
  const add = (item: ShortItem | undefined, some: readonly ItemLine[]) => {
    for (const line of some) {
      if (item && !found.has(line.id)) found.set(line.id, { line, item, isShort: true });
    }
  };
  for (const item of items) {
    const isNamed = (line: ItemLine) => isSame(itemOf(line, sent[line.id]), item);
    add(item, kept.filter(isNamed));
  }
  const hasPart = ({ id, availability }: ItemLine) =>
    sameChoice(sent[id], NO_CHOICE) && (availability?.short_days.length ?? 0) > 0;
  const unnamed = items.find((item) =>
    kept.every((line) => !isSame(itemOf(line, sent[line.id]), item)),
  );
  add(unnamed ?? items[0], kept.filter(hasPart));
  if (found.size === 0) add(unnamed, kept);
  return lines.flatMap((line) => {
    const isSent = !sameChoice(sent[line.id], NO_CHOICE);
    return found.get(line.id) ?? (isSent ? { line, item: ownFigures(line), isShort: false } : []);
  });
}

function ownFigures({ item_type, item_id, quantity, availability }: ItemLine): ShortItem {
  const { free = null, short_days = [] } = availability ?? {};
  return {
    type: item_type,
    id: item_id,
    wanted: quantity,
    free: free ?? quantity,
    days: short_days,
  };
}

/** Ids of the lines that need a choice, or another one than the refused. */
function openLines(
  lines: readonly ItemLine[],
  refused: RefusedConversion,
  choices: Choices,
): string[] {
  // why: only the database knows whether other dates fit.
  if (JSON.stringify(datesOfAll(choices)) !== JSON.stringify(datesOfAll(refused.sent))) return [];
  const all = shortLines(lines, refused);
  const undone = all.filter(
    ({ line, isShort }) => !isShort && sameChoice(choices[line.id], NO_CHOICE),
  );
  const short = all.filter(({ item, isShort }) => {
    const group = all.filter((one) => one.item === item);
    return isShort && !isSolved(item, group, refused, choices);
  });
  return [...short, ...undone].map(({ line }) => line.id);
}

function isSolved(
  item: ShortItem,
  group: readonly ShortLine[],
  { sent }: RefusedConversion,
  choices: Choices,
): boolean {
  let missing = item.wanted - freeNow(item, group, sent);
  for (const { line } of group) {
    const [before, now] = [sent[line.id] ?? NO_CHOICE, choices[line.id] ?? NO_CHOICE];
    const old = itemOf(line, before);
    if (sameChoice(before, now)) continue;
    // why: only the database knows whether the other days, the other item or the released pieces fit.
    if (!isSame(old, item)) return true;
    if (now.solution?.action === 'swap' && !fits(now.solution.item, line.quantity)) continue;
    if (now.takeOver.some((id) => !before.takeOver.includes(id))) return true;
    if (now.solution?.action === 'dates') return true;
    const after = itemOf(line, now);
    missing -= piecesOf(line, before) - (after.id === item.id ? piecesOf(line, now) : 0);
    missing -= hired(now) - hired(before);
  }
  return missing <= 0;
}

/**
 * Free pieces of an item by the latest figures of its lines.
 * why: they are read again while the sheet is open; those of the refusal are not.
 */
function freeNow(item: ShortItem, group: readonly ShortLine[], sent: Choices): number {
  const figures = group
    .filter(({ line }) => isFor(line, item) && sameChoice(sent[line.id], NO_CHOICE))
    .map(({ line }) => line.availability?.free ?? 0);
  return Math.max(item.free, ...figures);
}

const fits = ({ free }: SwapItem, quantity: number) => free === null || free >= quantity;

const hired = ({ solution }: LineChoice) =>
  solution?.action === 'sub_rental' ? solution.quantity : 0;

/** The choices for the lines that a refusal is about, without holds that have ended. */
export function choicesOf(
  lines: readonly ItemLine[],
  refused: RefusedConversion,
  choices: Choices,
): Choices {
  return Object.fromEntries(
    shortLines(lines, refused).flatMap(({ line }) => {
      const choice = choices[line.id];
      if (!choice) return [];
      const holders = line.availability?.holds.map((hold) => hold.enquiry_id) ?? [];
      const takeOver = choice.takeOver.filter((id) => holders.includes(id));
      return [[line.id, { ...choice, takeOver }]];
    }),
  );
}

/** The choices with another one for a line. Only one of them can move all lines. */
export function withChoice(choices: Choices, id: string, choice: LineChoice): Choices {
  const isForAll = choice.solution?.action === 'dates' && choice.solution.forAll;
  const others = Object.entries(choices).map(([other, { takeOver, solution }]) => {
    const own =
      isForAll && solution?.action === 'dates' ? { ...solution, forAll: false } : solution;
    return [other, { takeOver, solution: own }] as const;
  });
  return { ...Object.fromEntries(others), [id]: choice };
}

/** Things to do before the choices can be sent, by line, in the order of the lines. */
export function lineProblems(
  lines: readonly ItemLine[],
  refused: RefusedConversion,
  choices: Choices,
  today: StudioDate,
): Map<string, string> {
  const valid = choicesOf(lines, refused, choices);
  const open = openLines(lines, refused, valid);
  const problems = shortLines(lines, refused).map(({ line: { id } }): [string, string] => {
    const choice = valid[id] ?? NO_CHOICE;
    const wrong = choiceProblem(choice, today);
    if (wrong || !open.includes(id)) return [id, wrong];
    const isRefused = !sameChoice(choice, NO_CHOICE) && sameChoice(choice, refused.sent[id]);
    return [id, isRefused ? 'Still not free. Choose something else.' : 'Choose what to do.'];
  });
  return new Map(problems.filter(([, problem]) => problem !== ''));
}

/** Pieces that a short line can be lowered to; null where only leaving it out helps. */
export function lowerTo(short: ShortLine, group: readonly ShortLine[]): number | null {
  const { line, item } = short;
  const others = group.filter((one) => one.item === item && one.line.id !== line.id);
  const rest = others.reduce((sum, one) => sum + one.line.quantity, 0);
  const most = Math.min(line.quantity - 1, isFor(line, item) ? item.free - rest : freeOf(short));
  return most > 0 ? most : null;
}

const freeOf = ({ line, item }: ShortLine) =>
  isFor(line, item) ? item.free : (line.availability?.free ?? 0);

/** The dates that are proposed for a short line: as many days, from when it is free. */
export function proposedDates(line: ItemLine): { from: StudioDate; to: StudioDate } | null {
  const next = line.availability?.next_free ?? null;
  if (next === null) return null;
  const days = rentalDays(line.rental_from, line.rental_to);
  return { from: next, to: addDays(next, days - 1) };
}

/** Pieces to hire in for a short line. */
export function missingPieces(short: ShortLine): number {
  const { line, item } = short;
  const wanted = isFor(line, item) ? item.wanted : line.quantity;
  return Math.min(line.quantity, Math.max(1, wanted - freeOf(short)));
}
