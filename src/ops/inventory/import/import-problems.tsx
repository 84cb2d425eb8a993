import { counted, formatCount } from '#ui/count.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { BYTE_ORDER_MARK, csvRecord } from '#domain/csv.ts';
import {
  importLabel,
  problemText,
  type ImportProblem,
} from '#domain/inventory-import/problem-text.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';
import { ImportChanges, ImportCounts } from './import-changes.tsx';
import type { CheckedFile } from './use-import.ts';

export interface ImportProblemsProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  checked: CheckedFile;
  /** Checks the same file again. */
  onCheck: () => void;
  children: ReactNode;
}

/** why: longer lists are handled in a spreadsheet, from the saved list. */
const SHOWN = 100;

/** The problems that block an import, by line. */
export function ImportProblems({ kind, lookups, checked, onCheck, children }: ImportProblemsProps) {
  const { check, lines, file } = checked;
  const { problems, total } = check;
  const text = (problem: ImportProblem) =>
    problemText(kind, problem, lines.get(problem.line) ?? {});
  const label = ({ field }: ImportProblem) => (field ? importLabel(kind, field) : '');
  const save = () =>
    saveFile(
      new Blob(
        [
          BYTE_ORDER_MARK,
          csvRecord(['Line', 'Column', 'Value', 'Problem']),
          ...problems.map((problem) =>
            csvRecord([
              problem.line,
              label(problem),
              lines.get(problem.line)?.[problem.field] ?? null,
              text(problem),
            ]),
          ),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
      `problems-${file.name.replace(/\.\w+$/, '')}.csv`,
    );
  const shown = problems.slice(0, SHOWN);
  return (
    <div className="space-y-4 text-sm">
      <p role="alert">
        <strong className="block text-base font-medium text-red">
          {counted(total, 'problem', 'problems')} in {counted(check.lines, 'line', 'lines')}
        </strong>
        Nothing was saved. Mend the file and choose it again.
      </p>
      <ImportCounts check={check} />
      <ul aria-label="Problems" className="divide-y divide-rule border-y border-rule">
        {shown.map((problem) => (
          <li
            key={`${problem.line} ${problem.field} ${problem.problem}`}
            className="flex gap-3 py-2"
          >
            <span className="w-20 shrink-0 text-ink-quiet tabular-nums">
              line {formatCount(problem.line)}
            </span>
            <span className="min-w-0 wrap-anywhere">{text(problem)}</span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="text-ink-quiet">
          The first {formatCount(shown.length)} are shown
          {total > problems.length && `, the first ${formatCount(problems.length)} are in the list`}
          .
        </p>
      )}
      <ImportChanges kind={kind} lookups={lookups} checked={checked} />
      <div className="flex flex-wrap gap-2">
        {problems.some(({ problem }) => problem === 'changed_since') && (
          <Button onClick={onCheck}>Check again</Button>
        )}
        {children}
        <Button variant="quiet" onClick={save}>
          <Download aria-hidden size={16} />
          Save the list of problems
        </Button>
      </div>
    </div>
  );
}
