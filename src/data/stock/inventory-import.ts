import type { ImportLine } from '#domain/inventory-import/import-fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import {
  importCheck,
  INVENTORY_ANSWERS,
  type ImportCheck,
  type SavedImport,
} from './inventory-answers.ts';
import { failureDetails } from '../core/failure-details.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** why: a request may have 1 MB, which the longest texts must fit into. */
const CHARACTERS_PER_PART = 200_000;
const LINES_PER_PART = 1000;

/**
 * Uploads a file's lines in parts, to stage them for the import with this id.
 * @param onSent called with the number of lines uploaded so far
 * @throws {Failure} and the signal's reason when aborted
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
    // why no signal: a part that is under way must finish, so that none arrives after dropImport.
    await callFunction(api, INVENTORY_ANSWERS, 'stage_import', {
      id,
      kind: kind.kind,
      lines: part,
    });
    signal.throwIfAborted();
    sent += part.length;
    onSent(sent);
  } while (sent < lines.length);
}

function nextPart(lines: readonly ImportLine[], from: number): readonly ImportLine[] {
  let characters = 0;
  let to = from;
  while (to < lines.length && to - from < LINES_PER_PART) {
    characters += JSON.stringify(lines[to]).length;
    if (to > from && characters > CHARACTERS_PER_PART) break;
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
  return callFunction(
    api,
    INVENTORY_ANSWERS,
    'check_import',
    { id, required: [...required] },
    signal,
  );
}

/**
 * Saves a staged file, all lines or none. The import's id becomes that of its batch in the log.
 * @throws {Failure} with a check as details when a line can no longer be saved: see {@link failedCheck}
 */
export async function applyImport(
  api: StaffApi,
  id: string,
  required: readonly string[],
): Promise<SavedImport> {
  return callFunction(api, INVENTORY_ANSWERS, 'apply_import', { id, required: [...required] });
}

/** The check in the details of a refused {@link applyImport}; null for any other failure. */
export function failedCheck(error: unknown): ImportCheck | null {
  return failureDetails(error, 'PT422', importCheck);
}

/** Deletes a staged file. @throws {Failure} */
export async function dropImport(api: StaffApi, id: string): Promise<void> {
  await callFunction(api, INVENTORY_ANSWERS, 'drop_import', { id });
}
