import { counted } from '#ui/count.ts';
import type { ReactNode } from 'react';
import {
  CODE,
  unmappedFields,
  type ColumnMapping,
  type ImportField,
} from '#domain/inventory-import/import-fields.ts';
import { Button } from '#ui/button.tsx';
import { FileFormat } from './file-format.tsx';
import type { CsvFormat } from './read-csv.ts';
import { Refusal } from './refusal.tsx';
import type { ReadFile } from './use-import.ts';

export interface MapColumnsProps {
  fields: readonly ImportField[];
  file: ReadFile;
  /** Why the previous check failed. */
  refusal: string | undefined;
  onMapping: (mapping: ColumnMapping) => void;
  onFormat: (format: Partial<CsvFormat>) => void;
  onCheck: () => void;
  children: ReactNode;
}

/** Maps each column of the file to a field, with its first value as a sample. */
export function MapColumns({
  fields,
  file,
  refusal,
  onMapping,
  onFormat,
  onCheck,
  children,
}: MapColumnsProps) {
  const { heads, lines, mapping } = file;
  const columns = heads.map((head, at) => ({ head, at }));
  const missing = unmappedFields(fields, mapping);
  const missed = missing.map(({ label }) => label).join(', ');
  // why: lines with a code change existing items and need no other columns.
  const hasCodes = mapping.includes(CODE);
  const isBlocked = missing.length > 0 && !hasCodes;
  const choose = (at: number, key: string) =>
    // why: a field maps to one column, the last selected.
    onMapping(mapping.map((one, index) => (index === at ? key : one === key ? '' : one)));
  return (
    <form
      noValidate
      aria-label="Columns of the file"
      className="space-y-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onCheck();
      }}
    >
      <p>
        <strong className="font-medium break-all">{file.name}</strong> has{' '}
        {counted(lines.length, 'line', 'lines')}. What do its columns hold?
        {file.headLine > 1 && ` They are named in line ${file.headLine}.`}
      </p>
      <FileFormat format={file.format} onChoose={onFormat} />
      <ul className="divide-y divide-rule border-y border-rule">
        {columns.map(({ head, at }) => (
          <li key={at} className="grid gap-x-3 gap-y-1 py-2 sm:grid-cols-2 sm:items-center">
            <label htmlFor={`column-${at}`} className="min-w-0">
              <span className="block truncate font-medium">{head || `Column ${at + 1}`}</span>
              <span className="block truncate text-ink-quiet">
                {lines.find(({ cells }) => cells[at]?.trim())?.cells[at] ?? '(empty)'}
              </span>
            </label>
            <select
              id={`column-${at}`}
              value={mapping[at] ?? ''}
              onChange={(event) => choose(at, event.target.value)}
              className="h-11 w-full rounded-field border border-rule-strong bg-surface px-2 text-base sm:text-sm"
            >
              <option value="">not imported</option>
              {fields.map(({ key, label, isRequired }) => (
                <option key={key} value={key}>
                  {isRequired ? `${label} *` : label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-red empty:hidden">
        {isBlocked && `No column holds ${missed}, which every item needs.`}
      </p>
      {hasCodes && missing.length > 0 && (
        <p className="text-ink-quiet">
          Only lines with a code can be saved: no column holds {missed}, which a new item needs.
        </p>
      )}
      <Refusal text={refusal} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBlocked}>
          Check the file
        </Button>
        {children}
      </div>
    </form>
  );
}
