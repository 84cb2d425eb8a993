import { BYTE_ORDER_MARK } from '#domain/csv.ts';
import { monthsOf } from '#domain/money/export-period.ts';
import type { RegisterDays } from '#domain/money/registers.ts';
import { counted } from '#ui/count.ts';
import { saveFile } from '#ui/save-file.ts';
import { csvBlob, csvHead, csvRows, type CsvColumn } from '../shell/csv-columns.ts';
import { ExportButton } from './export-button.tsx';
import { ExportRow } from './export-row.tsx';
import { useExport } from './use-export.ts';

/** Props of {@link MonthlyExport}. */
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
    // why blobs: browsers may hold them on disk, so memory holds about one month at a time.
    const parts = [new Blob([BYTE_ORDER_MARK, csvHead(columns)])];
    const months = monthsOf(days);
    let rows = 0;
    for (const [at, { name: month, ...monthDays }] of months.entries()) {
      onProgress(`Reading ${month}, ${at + 1} of ${months.length}…`);
      const found = await readMonth(month, () => read(monthDays, signal));
      rows += found.length;
      parts.push(new Blob(csvRows(columns, found)));
    }
    if (rows > 0 && !signal.aborted) saveFile(csvBlob(parts), name);
    return rows;
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
