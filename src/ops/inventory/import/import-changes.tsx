import type { ReactNode } from 'react';
import type { ImportCheck } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { importLabel } from '#domain/inventory-import/problem-text.ts';
import { isChangedToZero, isNewAtZero } from '#domain/inventory-import/zero-lines.ts';
import { valueChanges } from '#domain/inventory/item-log.ts';
import { formatPrice } from '#domain/money.ts';
import { formatCount } from '#ui/count.ts';
import { lookupLabel } from '../shared/lookup-label.ts';
import type { LookupOptions } from '../shared/use-lookups.ts';
import { ValueChanges } from '../shared/value-changes.tsx';
import type { CheckedFile } from './use-import.ts';

/** why: nobody reads longer lists, and the file has all lines. */
const SHOWN = 100;

const COUNTS = ['new', 'changed', 'unchanged', 'refused'] as const;

/** Number of new, changed, unchanged and refused lines. */
export function ImportCounts({ check }: { check: ImportCheck }) {
  return (
    <dl className="flex divide-x divide-rule rounded-md border border-rule text-center">
      {COUNTS.map((name) => (
        <div key={name} className="flex-1 px-1 py-2">
          <dt className="text-xs text-ink-quiet">{name}</dt>
          <dd
            className={`text-lg font-medium tabular-nums ${name === 'refused' && check.refused > 0 ? 'text-red' : ''}`}
          >
            {formatCount(check[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface ImportChangesProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  checked: CheckedFile;
}

/** Lines that change an item, with old and new values, and lines that create one. */
export function ImportChanges({ kind, lookups, checked }: ImportChangesProps) {
  const { check, lines } = checked;
  const refused = new Set(check.problems.map(({ line }) => line));
  const added =
    check.new === 0
      ? []
      : [...lines].filter(([line, { code }]) => !code && !refused.has(line)).slice(0, SHOWN);
  return (
    <>
      <Lines label="Changed lines" shown={check.changes.length} all={check.changed} isOpen>
        {check.changes.slice(0, SHOWN).map(({ line, code, name, was, became }) => (
          <Line key={line} line={line}>
            <span className="text-ink-quiet tabular-nums">{code}</span> {name}
            {isChangedToZero(became) && <AtZero />}
            <ValueChanges changes={valueChanges(kind, was, became, lookupLabel(lookups))} />
          </Line>
        ))}
      </Lines>
      <Lines label="New lines" shown={added.length} all={check.new}>
        {added.map(([line, fields]) => (
          <Line key={line} line={line}>
            {fields['name']}
            {isNewAtZero(fields) && <AtZero />}
            <ul className="text-ink-quiet">
              {Object.entries(fields)
                .filter(([field]) => field !== 'name')
                .map(([field, value]) => (
                  <li key={field}>
                    {importLabel(kind, field)}:{' '}
                    <span className="text-ink">{shown(field, value)}</span>
                  </li>
                ))}
            </ul>
          </Line>
        ))}
      </Lines>
    </>
  );
}

/** A new line's value, as {@link ValueChanges} shows those of a changed one. */
function shown(field: string, value: string): string {
  if (field === 'in_studio' || field === 'active') return value === 'true' ? 'yes' : 'no';
  return field === 'price' ? formatPrice(Number(value)) : value;
}

/** Marks a line whose item visitors would see at ₹0 or with quantity 0. */
function AtZero() {
  return <strong className="ml-2 font-medium text-red">at zero</strong>;
}

interface LinesProps {
  label: string;
  shown: number;
  all: number;
  isOpen?: boolean;
  children: ReactNode;
}

function Lines({ label, shown, all, isOpen = false, children }: LinesProps) {
  if (all === 0) return null;
  const listed = Math.min(shown, SHOWN);
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer py-1 font-medium">{label}</summary>
      <ul aria-label={label} className="divide-y divide-rule border-y border-rule">
        {children}
      </ul>
      {all > listed && <p className="pt-1 text-ink-quiet">and {formatCount(all - listed)} more</p>}
    </details>
  );
}

function Line({ line, children }: { line: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-2">
      <span className="w-20 shrink-0 text-ink-quiet tabular-nums">line {formatCount(line)}</span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}
