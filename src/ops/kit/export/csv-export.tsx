import { Download } from 'lucide-react';
import type { ListPart } from '#data/core/list.ts';
import type { ListPage } from '#data/core/list-answers.ts';
import { studioToday } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { formatCount } from '#ui/count.ts';
import { saveFile } from '#ui/save-file.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../failure-notice.ts';
import { csvFile, type CsvColumn } from './csv-file.ts';
import { useExport } from './use-export.ts';

/** why: calls are limited to 3 s; 1,000 orders with items took 1.8 s under load. */
const ROWS_PER_CALL = 500;

/** A list to export as CSV. */
export interface CsvSource<Row> {
  /** File name before the date: 'enquiries'. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Reads a page of the filtered, sorted list. @throws {Failure} */
  readPart: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>;
}

/** Exports the whole filtered list as CSV, with progress and a cancel button. */
export function CsvExport<Row>({ source }: { source: CsvSource<Row> }) {
  const { state, start, cancel } = useExport(async (signal, onProgress) => {
    try {
      const { file } = await csvFile(source.columns, pages(source, signal, onProgress));
      saveFile(file, `${source.name}-${studioToday()}.csv`);
      notify.success('Export saved');
    } catch (error) {
      if (!signal.aborted && error instanceof Error) {
        notifyFailure('Error exporting the list', error);
      }
    }
  });
  if (state.is !== 'running') {
    return (
      <Button variant="quiet" size="sm" onClick={start}>
        <Download aria-hidden size={16} />
        Export CSV
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-2 text-sm text-ink-quiet">
      <p role="status" className="tabular-nums">
        {state.progress}
      </p>
      <Button variant="quiet" size="sm" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

/** All rows of a list, page by page. */
async function* pages<Row>(
  { readPart }: CsvSource<Row>,
  signal: AbortSignal,
  onProgress: (progress: string) => void,
): AsyncGenerator<readonly Row[]> {
  let done = 0;
  let total = '';
  let part: ListPart = { size: ROWS_PER_CALL, page: 1 };
  for (;;) {
    onProgress(`Exporting ${formatCount(done)}${total}…`);
    const page = await readPart(part, signal);
    signal.throwIfAborted();
    yield page.items;
    if (page.next === null) return;
    done += page.items.length;
    if (page.total !== null && page.total_is_exact) total = ` of ${formatCount(page.total)}`;
    part = { size: ROWS_PER_CALL, cursor: page.next };
  }
}
