import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#data/failure.ts';
import { inventoryKey } from '#data/inventory.ts';
import {
  applyImport,
  checkImport,
  dropImport,
  stageImport,
  type ImportCheck,
} from '#data/inventory-import.ts';
import { randomUuid } from '#domain/uuid.ts';
import {
  guessMapping,
  toImportFields,
  type ColumnMapping,
  type ImportField,
  type ImportLine,
} from '#domain/inventory-import/import-fields.ts';
import type { ImportProblem } from '#domain/inventory-import/import-problems.ts';
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
  | {
      at: 'problems';
      file: ReadFile;
      check: ImportCheck;
      lines: ReadonlyMap<number, ImportLine[1]>;
    }
  | { at: 'ready'; file: ReadFile; id: string; lines: number; refusal?: string }
  | { at: 'apply'; file: ReadFile; lines: number }
  | { at: 'done'; created: number };

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
    const lines = file.lines.map(
      ({ line, cells }) => [line, toImportFields(kind, file.mapping, cells)] as const,
    );
    const onSent = (sent: number) => setStep({ at: 'check', file, sent });
    onSent(0);
    try {
      await stageImport(api, kind, id, lines, onSent, abort.signal);
      const told = withExtraCells(file, await checkImport(api, id, required, abort.signal));
      abort.signal.throwIfAborted();
      staged.current = id;
      setStep(
        told.total > 0
          ? { at: 'problems', file, check: told, lines: new Map(lines) }
          : { at: 'ready', file, id, lines: told.lines },
      );
    } catch (error) {
      drop(id);
      if (abort.signal.aborted) return;
      setStep({ at: 'map', file, refusal: reason(error, 'The file could not be checked.') });
    }
  };

  const apply = async (file: ReadFile, id: string, lines: number) => {
    setStep({ at: 'apply', file, lines });
    try {
      const created = await applyImport(api, id, required);
      staged.current = null;
      setStep({ at: 'done', created });
      void queryClient.invalidateQueries({ queryKey: inventoryKey(kind) });
    } catch (error) {
      // why: an answer that got lost may have been a yes, and asking again tells it without saving twice.
      setStep({ at: 'ready', file, id, lines, refusal: reason(error, 'Nothing was saved.') });
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

/** Adds the lines whose values do not fit the columns; what they say was read in the wrong places. */
function withExtraCells({ heads, lines }: ReadFile, check: ImportCheck): ImportCheck {
  const extra = lines
    .filter(({ cells }) => cells.slice(heads.length).some((cell) => cell.trim() !== ''))
    .map(({ line }): ImportProblem => ({ line, field: '', problem: 'cells', value: null }));
  if (extra.length === 0) return check;
  const unread = new Set(extra.map(({ line }) => line));
  const others = check.problems.filter(({ line }) => !unread.has(line));
  return {
    ...check,
    total: check.total + extra.length - (check.problems.length - others.length),
    problems: [...extra, ...others].toSorted((one, other) => one.line - other.line),
  };
}
