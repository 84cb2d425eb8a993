import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#data/failure.ts';
import {
  applyImport,
  checkImport,
  dropImport,
  failedCheck,
  stageImport,
  type ImportCheck,
  type SavedImport,
} from '#data/inventory-import.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
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
import { useStaffApi } from '../../use-staff-api.ts';
import { CsvRefusal, readCsv, type CsvTable } from './read-csv.ts';

/** A file that was read, with what its columns are taken for. */
export interface ReadFile extends CsvTable {
  name: string;
  mapping: ColumnMapping;
}

/** How far an import is. */
export type ImportStep =
  | { at: 'choose'; refusal?: string }
  | { at: 'map'; file: ReadFile; refusal?: string }
  | { at: 'check'; file: ReadFile; sent: number }
  | ({ at: 'problems' } & CheckedFile)
  | ({ at: 'ready'; refusal?: string } & StagedFile)
  | ({ at: 'apply' } & StagedFile)
  | { at: 'done'; id: string; saved: SavedImport };

/** A file with what the check says of it. */
export interface CheckedFile {
  file: ReadFile;
  check: ImportCheck;
  /** What its lines say, by their numbers. */
  lines: ReadonlyMap<number, ImportFields>;
}

/** A checked file that can be saved. */
export interface StagedFile extends CheckedFile {
  /** Of the import, and of its batch in the log once it is saved. */
  id: string;
}

/**
 * An import from choosing a file to its items: read here, checked by the database without saving,
 * then saved all or none.
 * @param fields what a file can say of an item of this kind
 */
export function useImport(kind: InventoryKind, fields: readonly ImportField[]) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ at: 'choose' });
  const running = useRef<AbortController>(null);
  const staged = useRef<string>(null);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);

  /** Has what was sent forgotten; should that fail, the database does so itself in a day. */
  const drop = (id: string) => void dropImport(api, id).catch(() => null);
  const stop = () => {
    running.current?.abort();
    if (staged.current) drop(staged.current);
    staged.current = null;
  };
  const atEnd = useRef(stop);
  useEffect(() => () => atEnd.current(), []);

  const choose = async (file: File) => {
    stop();
    try {
      const table = await readCsv(file);
      const mapping = guessMapping(fields, table.heads);
      setStep({ at: 'map', file: { ...table, name: file.name, mapping } });
    } catch (error) {
      setStep({ at: 'choose', refusal: reason(error, 'The file could not be read.') });
    }
  };

  const check = async (file: ReadFile) => {
    stop();
    const abort = new AbortController();
    running.current = abort;
    const id = randomUuid();
    const isWhole = ({ cells }: CsvLine) =>
      cells.slice(file.heads.length).every((cell) => cell.trim() === '');
    const lines = file.lines
      .filter(isWhole)
      .map(({ line, cells }): ImportLine => [line, toImportFields(kind, file.mapping, cells)]);
    const broken = file.lines.filter((line) => !isWhole(line));
    const onSent = (sent: number) => setStep({ at: 'check', file, sent });
    onSent(0);
    try {
      await stageImport(api, kind, id, lines, onSent, abort.signal);
      const told = withBroken(broken, await checkImport(api, id, required, abort.signal));
      abort.signal.throwIfAborted();
      staged.current = id;
      const checked = { file, check: told, lines: new Map(lines) };
      setStep(told.total > 0 ? { at: 'problems', ...checked } : { at: 'ready', id, ...checked });
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
      // why: an answer that got lost may have been a yes, and asking again tells it without saving twice.
      setStep({ ...checked, at: 'ready', refusal: reason(error, 'Nothing was saved.') });
    }
  };

  const restart = (next: ImportStep = { at: 'choose' }) => {
    stop();
    setStep(next);
  };
  return { step, choose, check, apply, restart };
}

/** What {@link useImport} gives the dialog. */
export type Import = ReturnType<typeof useImport>;

function reason(error: unknown, otherwise: string): string {
  return (error instanceof CsvRefusal || error instanceof Failure) && error.message
    ? error.message
    : otherwise;
}

type CsvLine = CsvTable['lines'][number];

/** Adds the lines with more values than columns, which were not sent: they were read in wrong places. */
function withBroken(broken: readonly CsvLine[], check: ImportCheck): ImportCheck {
  const problems = broken.map(({ line }): ImportProblem => ({
    line,
    field: '',
    problem: 'cells',
    value: null,
  }));
  return {
    ...check,
    lines: check.lines + broken.length,
    total: check.total + broken.length,
    refused: check.refused + broken.length,
    problems: [...problems, ...check.problems].toSorted((one, other) => one.line - other.line),
  };
}
