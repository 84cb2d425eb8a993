import type { Setting } from './rules/setting-group.ts';
import type { ListRule, Rule } from './rules/rule.ts';
import { settingText } from './typed-setting.ts';
import {
  isSameValue,
  isTypedList,
  typedValue,
  type TypedRow,
  type TypedValue,
} from './typed-value.ts';

/** A difference between two values in words. */
export interface ValueDifference {
  /** Place in a list; null for the whole value. */
  place: string | null;
  /** Null: it was not there. */
  was: string | null;
  /** Null: it is removed. */
  became: string | null;
}

type Described = Pick<Setting, 'rule' | 'row'>;

/** The label of a list's field: the registry's, or its name. */
export const rowFieldLabel = ({ row }: Pick<Setting, 'row'>, name: string): string =>
  row?.fields[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** The name of a list's rows in texts: 'question', or 'row'. */
export const rowName = ({ row }: Pick<Setting, 'row'>): string => row?.name ?? 'row';

/** A value in words: of a list its rows, one a line. */
export function settingValueText(rule: Rule, value: unknown): string {
  if (rule.type !== 'list') return settingText(rule, value);
  const typed = typedValue(rule, value);
  if (!isTypedList(typed) || typed.length === 0) return 'empty';
  return typed.map((row, at) => `${at + 1}. ${rowText(rule, row)}`).join('\n');
}

const isEmpty = (typed: TypedValue | undefined) => typed === '' || typed === undefined;

/** A row in words: its fields that are not empty. */
const rowText = ({ of }: ListRule, { fields }: TypedRow): string =>
  Object.entries(of)
    .flatMap(([name, rule]) => (isEmpty(fields[name]) ? [] : [typedText(rule, fields[name])]))
    .join(' · ');

function typedText(rule: Rule, typed: TypedValue | undefined): string {
  if (typed === undefined) return '';
  if (!isTypedList(typed)) return typeof typed === 'string' ? typed : settingText(rule, typed);
  return rule.type === 'list' ? typed.map((row) => rowText(rule, row)).join(' / ') : '';
}

/** The first text of a row, or '' without one. */
export function rowTitle({ of }: ListRule, { fields }: TypedRow): string {
  const texts = Object.keys(of).map((name) => fields[name]);
  const first = texts.find((typed) => typeof typed === 'string' && typed.trim() !== '');
  if (typeof first === 'string') return first;
  const picture = texts.find((typed) => typeof typed === 'object' && 'alt' in typed);
  return typeof picture === 'object' && 'alt' in picture ? picture.alt : '';
}

/**
 * The differences between two values, for a person to read: of a list only the fields and rows that were changed,
 * added, removed or moved.
 */
export function valueDifferences(setting: Described, was: unknown, became: unknown) {
  const { rule } = setting;
  if (isSameValue(rule, was, became)) return [];
  if (rule.type === 'list') return listDifferences(setting, rule, was, became);
  return [{ place: null, ...excerpts(settingText(rule, was), settingText(rule, became)) }];
}

/** Texts up to this length are shown whole (characters). */
const LONGEST_WHOLE = 160;
/** Characters shown before and behind a difference in long texts. */
const CONTEXT = 40;

/** Two texts, of which long ones are cut to the part that differs. */
function excerpts(was: string, became: string): { was: string; became: string } {
  if (Math.max(was.length, became.length) <= LONGEST_WHOLE) return { was, became };
  const shorter = Math.min(was.length, became.length);
  let start = 0;
  while (start < shorter && was[start] === became[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === became.at(-1 - end)) end += 1;
  const cut = (text: string) => {
    const from = start > CONTEXT ? text.lastIndexOf(' ', start - CONTEXT) + 1 : 0;
    const until = end > CONTEXT ? text.indexOf(' ', text.length - end + CONTEXT) : -1;
    const to = until < 0 ? text.length : until;
    return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  };
  return { was: cut(was), became: cut(became) };
}

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function listDifferences(setting: Described, rule: ListRule, was: unknown, became: unknown) {
  const name = rowName(setting);
  const [before, after] = [rowsOf(was), rowsOf(became)];
  const isSameRow = (one: unknown, other: unknown) => isSameValue(rule, [one], [other]);
  const pairs = paired(before, after, isSameRow);
  const taken = new Set(pairs.filter((from) => from !== null));
  const removed = [...before.keys()].filter((at) => !taken.has(at));
  const found: ValueDifference[] = [];
  after.forEach((row, at) => {
    const place = `${name} ${at + 1}`;
    if (pairs[at] !== null) return;
    const replaced = removed.includes(at) ? at : removed[0];
    if (replaced !== undefined) removed.splice(removed.indexOf(replaced), 1);
    if (replaced === undefined) found.push({ place, was: null, became: textOfRow(rule, row) });
    else found.push(...rowDifferences(setting, rule, place, before[replaced], row));
  });
  for (const at of removed) {
    found.push({ place: `${name} ${at + 1}`, was: textOfRow(rule, before[at]), became: null });
  }
  if (found.length > 0) return found;
  return [
    { place: 'order', was: settingValueText(rule, was), became: settingValueText(rule, became) },
  ];
}

const textOfRow = (rule: ListRule, row: unknown) => {
  const typed = typedValue(rule, [row]);
  return isTypedList(typed) && typed[0] ? rowText(rule, typed[0]) || 'empty' : '';
};

/** For each row its place in the earlier list, or null. */
function paired(
  before: readonly unknown[],
  after: readonly unknown[],
  isSameRow: (one: unknown, other: unknown) => boolean,
): (number | null)[] {
  const free = new Set(before.keys());
  return after.map((row) => {
    const from = [...free].find((at) => isSameRow(before[at], row));
    if (from === undefined) return null;
    free.delete(from);
    return from;
  });
}

function rowDifferences(
  setting: Described,
  { of }: ListRule,
  place: string,
  was: unknown,
  became: unknown,
): ValueDifference[] {
  const field = (row: unknown, name: string): unknown =>
    typeof row === 'object' && row !== null
      ? Object.entries(row).find(([own]) => own === name)?.[1]
      : undefined;
  return Object.entries(of).flatMap(([name, rule]) => {
    const [earlier, later] = [field(was, name), field(became, name)];
    if (isSameValue(rule, earlier, later)) return [];
    const label = `${place}, ${rowFieldLabel(setting, name)}`;
    return [
      { place: label, ...excerpts(settingValueText(rule, earlier), settingValueText(rule, later)) },
    ];
  });
}
