import type { ListRule, Rule } from './rules/rule.ts';
import { settingFromTyped, typedSetting, type TypedSetting } from './typed-setting.ts';

/** A row of a list as a form holds it. */
export interface TypedRow {
  /** Unique in its list; stays with the row when it is moved. */
  id: string;
  fields: Readonly<Record<string, TypedValue>>;
}

/** A value as a form holds it, lists included. */
export type TypedValue = TypedSetting | readonly TypedRow[];

/** Whether a value is the rows of a list. */
export const isTypedList = (typed: TypedValue): typed is readonly TypedRow[] =>
  Array.isArray(typed);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A setting's value as its form holds it. */
export function typedValue(rule: Rule, value: unknown): TypedValue {
  if (rule.type === 'list') {
    const rows: readonly unknown[] = Array.isArray(value) ? value : [];
    return rows.map((row, at) => typedRow(rule, String(at), isRecord(row) ? row : {}));
  }
  if (rule.type === 'picture' && !isRecord(value)) return { url: null, alt: '' };
  return typedSetting(rule, value);
}

const typedRow = ({ of }: ListRule, id: string, row: Record<string, unknown>): TypedRow => ({
  id,
  fields: Object.fromEntries(
    Object.entries(of).map(([name, rule]) => [name, typedValue(rule, row[name])]),
  ),
});

const freeId = (rows: readonly TypedRow[]) =>
  String(Math.max(-1, ...rows.map(({ id }) => Number(id))) + 1);

/** The rows with an empty one behind them. */
export const withNewRow = (rule: ListRule, rows: readonly TypedRow[]): readonly TypedRow[] => [
  ...rows,
  typedRow(rule, freeId(rows), {}),
];

/** The rows with a removed one at a place again; it gets another id if a new row has its id. */
export function withRowPutBack(rows: readonly TypedRow[], row: TypedRow, at: number) {
  const isTaken = rows.some(({ id }) => id === row.id);
  return rows.toSpliced(at, 0, isTaken ? { ...row, id: freeId(rows) } : row);
}

/** The rows with a field of one of them changed; unchanged if that row was removed. */
export const withFieldChanged = (
  rows: readonly TypedRow[],
  id: string,
  name: string,
  value: TypedValue,
): readonly TypedRow[] =>
  rows.map((row) => (row.id === id ? { ...row, fields: { ...row.fields, [name]: value } } : row));

/** The rows with one of them at another place. */
export const withRowMoved = (rows: readonly TypedRow[], from: number, to: number) => {
  const row = rows[from];
  return row ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
};

/** The value that a form holds, as the rule checks it and the database stores it. */
export function valueFromTyped(rule: Rule, typed: TypedValue): unknown {
  if (!isTypedList(typed)) return settingFromTyped(rule, typed);
  if (rule.type !== 'list') return null;
  return typed.map(({ fields }) =>
    Object.fromEntries(
      Object.entries(rule.of).map(([name, one]) => [name, valueFromTyped(one, fields[name] ?? '')]),
    ),
  );
}

/** Whether two values of a setting are equal, whatever the order of their fields, and whether empty ones are left out. */
export const isSameValue = (rule: Rule, one: unknown, other: unknown): boolean =>
  canonical(rule, one) === canonical(rule, other);

const canonical = (rule: Rule, value: unknown) =>
  JSON.stringify(valueFromTyped(rule, typedValue(rule, value)), (_, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
