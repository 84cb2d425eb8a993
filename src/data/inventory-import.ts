import type { ImportLine } from '#domain/inventory-import/import-fields.ts';
import type { ImportProblem } from '#domain/inventory-import/problem-text.ts';
import type { ItemValues } from '#domain/inventory/item-log.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { dataOf, Failure } from './failure.ts';
import type { StaffApi } from './staff-api.ts';
import type { Json } from './types.gen.ts';

/** What the check of a staged file says. */
export interface ImportCheck {
  lines: number;
  /** All problems; the first 1,000 are told. */
  total: number;
  problems: ImportProblem[];
  /** How many lines would make an item, change one, or leave one as it is, and how many cannot. */
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** The first 1,000 changed lines. */
  changes: ImportChange[];
}

/** A line that changes an item, with old and new values by column. */
export interface ImportChange {
  line: number;
  code: string;
  name: string;
  was: ItemValues;
  became: ItemValues;
}

/** How many items a saved file made, changed and left as they were. */
export interface SavedImport {
  created: number;
  changed: number;
  unchanged: number;
}

/** why: a request takes 1 MB, in which the longest texts must fit too. */
const LETTERS_A_PART = 200_000;
const LINES_A_PART = 1000;

/**
 * Sends a file's lines, if there are any, to be kept for an import with this id, in parts.
 * @param onSent how many lines are there by now
 * @throws {Failure}, and what stopped it
 */
export async function stageImport(
  api: StaffApi,
  kind: InventoryKind,
  id: string,
  lines: readonly ImportLine[],
  onSent: (lines: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let sent = 0;
  do {
    const part = nextPart(lines, sent);
    // why: the part under way is let through when it is stopped, so that nothing of it comes after
    // the file was forgotten.
    dataOf(await api.rpc('stage_import', { id, kind: kind.kind, lines: part as unknown as Json }));
    signal.throwIfAborted();
    sent += part.length;
    onSent(sent);
  } while (sent < lines.length);
}

function nextPart(lines: readonly ImportLine[], from: number): readonly ImportLine[] {
  let letters = 0;
  let to = from;
  while (to < lines.length && to - from < LINES_A_PART) {
    letters += JSON.stringify(lines[to]).length;
    if (to > from && letters > LETTERS_A_PART) break;
    to += 1;
  }
  return lines.slice(from, to);
}

/** Checks a staged file without saving anything. @throws {Failure} */
export async function checkImport(
  api: StaffApi,
  id: string,
  required: readonly string[],
  signal: AbortSignal,
): Promise<ImportCheck> {
  const answer = await api.rpc('check_import', { id, required: [...required] }).abortSignal(signal);
  return dataOf(answer) as unknown as ImportCheck;
}

/**
 * Saves a staged file, all lines or none; the import's id is that of its batch in the log.
 * @throws {Failure} with a check as details (see `failedCheck`) when a line cannot be saved any more
 */
export async function applyImport(
  api: StaffApi,
  id: string,
  required: readonly string[],
): Promise<SavedImport> {
  const answer = await api.rpc('apply_import', { id, required: [...required] });
  return dataOf(answer) as unknown as SavedImport;
}

/** The check that a refused `applyImport` tells; null for any other failure. */
export function failedCheck(error: unknown): ImportCheck | null {
  // why: the function's own answer; the database tests hold it to this shape.
  return error instanceof Failure && error.code === 'PT422' && error.details
    ? (JSON.parse(error.details) as ImportCheck)
    : null;
}

/** Forgets a staged file. @throws {Failure} */
export async function dropImport(api: StaffApi, id: string): Promise<void> {
  dataOf(await api.rpc('drop_import', { id }));
}
