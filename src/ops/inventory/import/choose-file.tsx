import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { csvRecord, BYTE_ORDER_MARK } from '#domain/csv.ts';
import type { ImportField } from '#domain/inventory-import/import-fields.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { FileFormat } from './file-format.tsx';
import type { CsvFormat } from './read-csv.ts';
import { Refusal } from './refusal.tsx';
import type { RefusedFile } from './use-import.ts';

export interface ChooseFileProps {
  fields: readonly ImportField[];
  /** Why the previous file was refused. */
  refusal: string | undefined;
  refused: RefusedFile | undefined;
  onChoose: (file: File, format?: Partial<CsvFormat>) => void;
  children: ReactNode;
}

/** File input that also accepts a dropped file. */
export function ChooseFile({ fields, refusal, refused, onChoose, children }: ChooseFileProps) {
  const template = () =>
    saveFile(
      new Blob([BYTE_ORDER_MARK, csvRecord(fields.map(({ label }) => label))], {
        type: 'text/csv;charset=utf-8',
      }),
      'import-columns.csv',
    );
  return (
    <div className="space-y-4 text-sm">
      <p>
        A CSV file with one item in each line, up to 10,000, and the columns named in the first
        line. A line with a code changes that item, as in an exported file; a line without one adds
        a new item. Nothing is saved before you have seen what would change.
      </p>
      {/* why: the input covers the whole area, so the browser handles drops. */}
      <label className="relative flex flex-col items-center gap-2 rounded-lg border border-dashed border-rule-strong px-4 py-10 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-teal hover:border-ink">
        <FileUp aria-hidden size={28} className="text-ink-quiet" />
        <span className="font-medium">Choose a CSV file</span>
        <span className="text-ink-quiet">or drop it here</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // why: selecting the same, corrected file again must fire a change event.
            event.target.value = '';
            if (file) onChoose(file);
          }}
        />
      </label>
      <Refusal text={refusal} />
      {refused && (
        <FileFormat
          format={refused.format}
          onChoose={(format) => onChoose(refused.source, format)}
        />
      )}
      <p className="text-ink-quiet">
        Prices may be written as 1200, 1,200 or ₹1,200; switches as yes or no. Brands, colors and
        the other lists are found by name and must be there already.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={template}>
          Download an empty file
        </Button>
        {children}
      </div>
    </div>
  );
}
