import { scannedCode } from '../scan/scan.ts';
import { leftOf, wholePieces, type Condition, type DeskLine, type DeskStep } from './pick-list.ts';

/** Counts and remarks entered for one line. */
export interface LineEntry {
  /** Pieces checked off: handed over, or returned in good condition. */
  count?: number;
  damaged?: number;
  missing?: number;
  note?: string;
  /** Names of uploaded photos. */
  photos?: string[];
  /** Ids of the numbered pieces among `count`. */
  pieces?: string[];
  /** The day until which damaged pieces are out of service. */
  repair_until?: string;
}

/** Entries by {@link entryKey}. */
export type Entries = Readonly<Record<string, LineEntry>>;

/** Most photos of one line, as in the database. */
export const MOST_PHOTOS = 6;

/** Identifies a line of the pick list. */
export const entryKey = ({ line, item }: { line: string; item: string }) => `${line}:${item}`;

const NOTHING: LineEntry = {};

/** The entry of a line; empty if there is none. */
export function entryOf(entries: Entries, line: DeskLine): LineEntry {
  return entries[entryKey(line)] ?? NOTHING;
}

/** Pieces of an entry that are damaged or missing. */
export const exceptions = ({ damaged = 0, missing = 0 }: LineEntry) => damaged + missing;

/**
 * An entry made to fit the pieces that are left: missing pieces first, then damaged ones, then those
 * checked off.
 */
export function fitEntry(entry: LineEntry, left: number): LineEntry {
  const missing = Math.min(entry.missing ?? 0, left);
  const damaged = Math.min(entry.damaged ?? 0, left - missing);
  const count = Math.min(entry.count ?? 0, left - missing - damaged);
  return {
    ...entry,
    count,
    damaged,
    missing,
    ...(entry.pieces ? { pieces: entry.pieces.slice(0, count) } : {}),
  };
}

/** The entries with a change of one line, made to fit. */
export function withEntry(
  entries: Entries,
  line: DeskLine,
  step: DeskStep,
  change: LineEntry,
): Entries {
  const entry = fitEntry({ ...entryOf(entries, line), ...change }, leftOf(line, step));
  return { ...entries, [entryKey(line)]: entry };
}

/** All entries made to fit the lines as they are now; entries of lines that are gone are dropped. */
export function fitEntries(lines: readonly DeskLine[], entries: Entries, step: DeskStep): Entries {
  const fitted = lines.flatMap((line) => {
    const entry = entries[entryKey(line)];
    return entry ? [[entryKey(line), fitEntry(entry, leftOf(line, step))] as const] : [];
  });
  return Object.fromEntries(fitted);
}

/** Pieces checked off in whole lines, without damaged and missing ones. */
export function checkedPieces(lines: readonly DeskLine[], entries: Entries): number {
  return wholePieces(lines, (line) => entryOf(entries, line).count ?? 0);
}

/** Pieces of one item and condition, as `hand_over` and `take_back` accept them. */
export interface MovedLine {
  line: string;
  item: string;
  quantity: number;
  condition?: Condition;
  note?: string;
  photos?: string[];
  pieces?: string[];
  repair_until?: string;
}

/**
 * The lines to send.
 * @param everything all pieces that are left; those not damaged or missing count as good. Otherwise only
 * what is checked off, damaged or missing.
 */
export function movedLines(
  lines: readonly DeskLine[],
  entries: Entries,
  step: DeskStep,
  everything: boolean,
): MovedLine[] {
  return lines.flatMap((line) => {
    const entry = fitEntry(entryOf(entries, line), leftOf(line, step));
    const good = everything ? leftOf(line, step) - exceptions(entry) : (entry.count ?? 0);
    return step === 'hand-over' ? handedOver(line, entry, good) : takenBack(line, entry, good);
  });
}

function handedOver({ line, item }: DeskLine, { pieces = [] }: LineEntry, quantity: number) {
  if (quantity === 0) return [];
  return [{ line, item, quantity, ...(pieces.length > 0 ? { pieces } : {}) }];
}

function takenBack(row: DeskLine, entry: LineEntry, good: number): MovedLine[] {
  const { line, item } = row;
  const { damaged = 0, missing = 0, note = '', photos = [], repair_until = '' } = entry;
  const remarks = {
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(photos.length > 0 ? { photos } : {}),
  };
  const counts: [Condition, number][] = [
    ['damaged', damaged],
    ['missing', missing],
    ['good', good],
  ];
  // why the first: one note and its photos describe the worst of a line.
  const told = counts.find(([, quantity]) => quantity > 0)?.[0];
  const pieces = piecesByCondition(row, entry, good);
  return counts.flatMap(([condition, quantity]) =>
    quantity === 0
      ? []
      : [
          {
            line,
            item,
            quantity,
            condition,
            ...(condition === told ? remarks : {}),
            ...(pieces[condition].length > 0 ? { pieces: pieces[condition] } : {}),
            ...(condition === 'damaged' && repair_until ? { repair_until } : {}),
          },
        ],
  );
}

/**
 * The numbered pieces of each condition: the selected ones are good; the rest of those out are damaged or
 * missing where the numbers leave no doubt.
 */
function piecesByCondition(
  row: DeskLine,
  entry: LineEntry,
  good: number,
): Record<Condition, string[]> {
  const { damaged = 0, missing = 0, pieces = [] } = entry;
  const rest = row.pieces.flatMap(({ id, out }) => (out && !pieces.includes(id) ? id : []));
  const isRest = (quantity: number) => quantity > 0 && quantity === rest.length;
  const clear = pieces.length === good && (damaged === 0 || missing === 0);
  return {
    good: pieces,
    damaged: clear && isRest(damaged) ? rest : [],
    missing: clear && isRest(missing) ? rest : [],
  };
}

/** The outcome of a code at the desk. */
export type Scanned =
  | { line: DeskLine; entries: Entries }
  | { refused: 'unknown' | 'all_counted' | 'piece_counted' };

/**
 * Checks off one piece by the code of an item or of a numbered piece, or by the address in its label, as a
 * hand scanner types it.
 */
export function scanCode(
  lines: readonly DeskLine[],
  entries: Entries,
  step: DeskStep,
  typed: string,
): Scanned {
  const code = scannedCode(typed);
  const rows = lines.flatMap((line) => {
    const piece = line.pieces.find((one) => one.code.toUpperCase() === code);
    return piece || line.code.toUpperCase() === code ? [{ line, piece }] : [];
  });
  const [first] = rows;
  if (!first) return { refused: 'unknown' };
  const open = rows.find(({ line }) => {
    const entry = entryOf(entries, line);
    return (entry.count ?? 0) + exceptions(entry) < leftOf(line, step);
  });
  const counted = rows.some(
    ({ line, piece }) => piece && entryOf(entries, line).pieces?.includes(piece.id),
  );
  if (counted) return { refused: 'piece_counted' };
  if (!open) return { refused: 'all_counted' };
  const { line, piece } = open;
  const { count = 0, pieces = [] } = entryOf(entries, line);
  const change: LineEntry = {
    count: count + 1,
    ...(piece ? { pieces: [...pieces, piece.id] } : {}),
  };
  return { line, entries: withEntry(entries, line, step, change) };
}
