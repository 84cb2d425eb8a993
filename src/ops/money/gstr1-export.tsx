import { readGstr1 } from '#data/money/registers.ts';
import {
  GSTR1_TABLES,
  type Gstr1,
  type Gstr1Table,
  type RegisterDays,
} from '#domain/money/registers.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { saveFile } from '#ui/save-file.ts';
import { csvFile } from '../kit/export/csv-file.ts';
import { useExport } from '../kit/export/use-export.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ExportButton } from './export-button.tsx';
import { ExportRow } from './export-row.tsx';
import { GSTR1_COLUMNS } from './gstr1-csv.ts';
import { fileDays } from './monthly-export.tsx';

export interface Gstr1ExportProps {
  days: RegisterDays;
  /** False while the days are not valid. */
  isEnabled: boolean;
}

const TITLE = 'GSTR-1';

/** The figures of GSTR-1, with a CSV for each table that has any. */
export function Gstr1Export({ days, isEnabled }: Gstr1ExportProps) {
  const api = useStaffApi();
  const { state, start, cancel } = useExport((signal) => readGstr1(api, days, signal));
  const tables = state.is === 'done' ? filledTables(state.result) : [];
  return (
    <ExportRow
      title={TITLE}
      text="The tables of the return, each as its own file. File it by month or quarter: advances are compared with the days before."
      status={
        (state.is === 'running' && state.progress) ||
        (state.is === 'done' &&
          (tables.length === 0
            ? 'No tax document was issued on these days.'
            : `${counted(tables.length, 'table', 'tables')} with figures.`))
      }
      failure={
        state.is === 'failed'
          ? `The figures could not be read; a shorter period takes less time. ${state.message}`
          : ''
      }
      action={
        <ExportButton
          label="Read figures"
          title={TITLE}
          isRunning={state.is === 'running'}
          isEnabled={isEnabled}
          onStart={start}
          onCancel={cancel}
        />
      }
    >
      {state.is === 'done' && tables.length > 0 && (
        <ul aria-label="Tables of GSTR-1" className="mt-2 divide-y divide-rule text-sm">
          {tables.map((table) => (
            <TableRow key={table} table={table} figures={state.result} days={days} />
          ))}
        </ul>
      )}
    </ExportRow>
  );
}

/** The tables with rows, in the order of the return. */
const filledTables = (figures: Gstr1): Gstr1Table[] =>
  // why the cast: Object.keys names no more than these.
  (Object.keys(GSTR1_TABLES) as Gstr1Table[]).filter((table) => figures[table].length > 0);

interface TableRowProps {
  table: Gstr1Table;
  figures: Gstr1;
  days: RegisterDays;
}

function TableRow({ table, figures, days }: TableRowProps) {
  const rows = figures[table];
  const columns = GSTR1_COLUMNS[table];
  const save = async () => {
    const { file } = await csvFile(columns, [rows]);
    saveFile(file, `gstr1-${table}-${fileDays(days)}.csv`);
  };
  return (
    <li className="flex items-center justify-between gap-x-4 py-1.5">
      <span className="min-w-0">{GSTR1_TABLES[table]}</span>
      <span className="flex shrink-0 items-center gap-3">
        <span className="text-ink-quiet tabular-nums">{counted(rows.length, 'row', 'rows')}</span>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Save CSV: ${GSTR1_TABLES[table]}`}
          onClick={() => void save()}
        >
          Save CSV
        </Button>
      </span>
    </li>
  );
}
