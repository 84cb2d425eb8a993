import { monthsOf } from '#domain/money/export-period.ts';
import type { RegisterDays } from '#domain/money/registers.ts';
import { counted } from '#ui/count.ts';
import { saveFile } from '#ui/save-file.ts';
import { csvFile, type CsvColumn } from '../kit/export/csv-file.ts';
import { useExport } from '../kit/export/use-export.ts';
import { ExportButton } from './export-button.tsx';
import { ExportRow } from './export-row.tsx';

export interface MonthlyExportProps<Row> {
  title: string;
  text: string;
  /** Instead of a file without rows. */
  nothing: string;
  /** File name before the days: 'payments'. */
  file: string;
  columns: readonly CsvColumn<Row>[];
  days: RegisterDays;
  /** False while the days are not valid. */
  isEnabled: boolean;
  /** Reads the rows of one month, in the file's order. @throws {Failure} */
  read: (days: RegisterDays, signal: AbortSignal) => Promise<Row[]>;
}

/** The end of a file's name: `2026-11-01-to-2026-11-30`. */
export const fileDays = ({ from, to }: RegisterDays): string => `${from}-to-${to}`;

/** A CSV of any number of months, read month by month and saved as one file once all of them are there. */
export function MonthlyExport<Row>(props: MonthlyExportProps<Row>) {
  const { title, text, nothing, file, columns, days, isEnabled, read } = props;
  const name = `${file}-${fileDays(days)}.csv`;
  const { state, start, cancel } = useExport(async (signal, onProgress) => {
    const months = monthsOf(days);
    async function* readMonths() {
      for (const [at, { name: month, ...monthDays }] of months.entries()) {
        onProgress(`Reading ${month}, ${at + 1} of ${months.length}…`);
        yield await readMonth(month, () => read(monthDays, signal));
      }
    }
    const csv = await csvFile(columns, readMonths());
    if (csv.rows > 0 && !signal.aborted) saveFile(csv.file, name);
    return csv.rows;
  });
  return (
    <ExportRow
      title={title}
      text={text}
      status={
        (state.is === 'running' && state.progress) ||
        (state.is === 'done' &&
          (state.result === 0
            ? nothing
            : `${counted(state.result, 'row', 'rows')} saved as ${name}.`))
      }
      failure={state.is === 'failed' ? state.message : ''}
      action={
        <ExportButton
          label="Export CSV"
          title={title}
          isRunning={state.is === 'running'}
          isEnabled={isEnabled}
          onStart={start}
          onCancel={cancel}
        />
      }
    />
  );
}

/** Names the month that could not be read. @throws {Error} */
async function readMonth<Row>(month: string, read: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${month} could not be read, so no file was saved. ${reason}`, {
      cause: error,
    });
  }
}
