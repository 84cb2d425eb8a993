import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportCheck, SavedImport } from '#data/stock/inventory-answers.ts';
import { Failure } from '#data/core/failure.ts';
import {
  applyImport,
  checkImport,
  dropImport,
  failedCheck,
  stageImport,
} from '#data/stock/inventory-import.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { randomUuid } from '#domain/uuid.ts';
import {
  guessMapping,
  toImportFields,
  type ColumnMapping,
  type ImportField,
  type ImportFields,
  type ImportLine,
} from '#domain/inventory-import/import-fields.ts';
import type { ImportProblem } from '#domain/inventory-import/problem-text.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { CsvRefusal, readCsv, type CsvFormat, type CsvTable } from './read-csv.ts';

/** A parsed file with the fields its columns map to. */
export interface ReadFile extends CsvTable {
  name: string;
  source: File;
  mapping: ColumnMapping;
}

/** A file that could not be read, with the format that was chosen for it. */
export interface RefusedFile {
  source: File;
  format: Partial<CsvFormat>;
}

/** State of an import. */
export type ImportStep =
  | { at: 'choose'; refusal?: string; refused?: RefusedFile }
  | { at: 'map'; file: ReadFile; refusal?: string }
  | { at: 'check'; file: ReadFile; sent: number }
  | ({ at: 'problems' } & CheckedFile)
  | ({ at: 'ready'; refusal?: string } & StagedFile)
  | ({ at: 'apply' } & StagedFile)
  | { at: 'done'; id: string; saved: SavedImport };

/** A file with the result of its check. */
export interface CheckedFile {
  file: ReadFile;
  check: ImportCheck;
  /** Field values by line number. */
  lines: ReadonlyMap<number, ImportFields>;
}

/** A checked file that can be saved. */
export interface StagedFile extends CheckedFile {
  /** Id of the import, and of its batch in the log once saved. */
  id: string;
}

/**
 * The steps of an import: parse the file, check it in the database without saving, save all or nothing.
 * @param fields the importable fields of this kind
 */
export function useImport(kind: InventoryKind, fields: readonly ImportField[]) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ at: 'choose' });
  const running = useRef<AbortController>(null);
  const staged = useRef<string>(null);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);

  /** Drops the staged lines; if that fails, the database drops them after a day. */
  const drop = (id: string) => void dropImport(api, id).catch(() => null);
  const stop = () => {
    running.current?.abort();
    if (staged.current) drop(staged.current);
    staged.current = null;
  };
  const onUnmount = useRef(stop);
  useEffect(() => () => onUnmount.current(), []);

  const choose = async (source: File, format: Partial<CsvFormat> = {}) => {
    stop();
    try {
      const headsIn = (cells: readonly string[]) =>
        guessMapping(fields, cells).filter((key) => key !== '').length;
      const table = await readCsv(source, format, headsIn);
      const mapping = guessMapping(fields, table.heads);
      setStep({ at: 'map', file: { ...table, name: source.name, source, mapping } });
    } catch (error) {
      const refusal = reason(error, 'The file could not be read.');
      setStep({ at: 'choose', refusal, refused: { source, format } });
    }
  };

  const check = async (file: ReadFile) => {
    stop();
    const abort = new AbortController();
    running.current = abort;
    const id = randomUuid();
    const misaligned = file.lines.flatMap((line) => misalignment(file.heads, line) ?? []);
    const lines = file.lines
      .filter((line) => !misalignment(file.heads, line))
      .map(({ line, cells }): ImportLine => [line, toImportFields(kind, file.mapping, cells)]);
    const onSent = (sent: number) => setStep({ at: 'check', file, sent });
    onSent(0);
    try {
      await stageImport(api, kind, id, lines, onSent, abort.signal);
      const checkResult = withMisaligned(
        misaligned,
        await checkImport(api, id, required, abort.signal),
      );
      abort.signal.throwIfAborted();
      staged.current = id;
      const checked = { file, check: checkResult, lines: new Map(lines) };
      setStep(
        checkResult.total > 0 ? { at: 'problems', ...checked } : { at: 'ready', id, ...checked },
      );
    } catch (error) {
      drop(id);
      if (abort.signal.aborted) return;
      setStep({ at: 'map', file, refusal: reason(error, 'The file could not be checked.') });
    }
  };

  const apply = async (checked: StagedFile) => {
    setStep({ ...checked, at: 'apply' });
    try {
      const saved = await applyImport(api, checked.id, required);
      staged.current = null;
      setStep({ at: 'done', id: checked.id, saved });
      void queryClient.invalidateQueries({ queryKey: staffKeys.inventory(kind.kind) });
    } catch (error) {
      const refused = failedCheck(error);
      if (refused) return setStep({ ...checked, at: 'problems', check: refused });
      // why: the lost answer may have been a success; a retry returns it without saving twice.
      setStep({ ...checked, at: 'ready', refusal: reason(error, 'Nothing was saved.') });
    }
  };

  const restart = (next: ImportStep = { at: 'choose' }) => {
    stop();
    setStep(next);
  };
  return { step, choose, check, apply, restart };
}

/** Return value of {@link useImport}. */
export type Import = ReturnType<typeof useImport>;

function reason(error: unknown, otherwise: string): string {
  return (error instanceof CsvRefusal || error instanceof Failure) && error.message
    ? error.message
    : otherwise;
}

type CsvLine = CsvTable['lines'][number];

/**
 * The problem of a line with more or fewer values than columns; null for a whole line. why fewer: the
 * values that are missing would be taken for emptied ones.
 */
function misalignment(heads: readonly string[], { line, cells }: CsvLine): ImportProblem | null {
  const named = heads.findLastIndex((head) => head !== '') + 1;
  const isLonger = cells.slice(heads.length).some((cell) => cell.trim() !== '');
  if (!isLonger && cells.length >= named) return null;
  return { line, field: '', problem: isLonger ? 'cells' : 'few_cells', value: null };
}

/** Adds the problems of lines that were not staged. */
function withMisaligned(misaligned: readonly ImportProblem[], check: ImportCheck): ImportCheck {
  return {
    ...check,
    lines: check.lines + misaligned.length,
    total: check.total + misaligned.length,
    refused: check.refused + misaligned.length,
    problems: [...misaligned, ...check.problems].toSorted((one, other) => one.line - other.line),
  };
}
