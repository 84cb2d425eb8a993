import type { KnownSetting, SettingsByKey } from './known-settings.ts';
import { settingProblem } from './rules/rule.ts';
import { isSameValue, typedValue, valueFromTyped, type TypedValue } from './typed-value.ts';

/** The stored row of a setting; absent: none. */
export interface StoredSetting {
  key: string;
  /** The published value; null: the default. */
  value: unknown;
  /** The value to be published; null with `has_draft`: the default. */
  draft: unknown;
  has_draft: boolean;
}

/** A setting's value in an editor, and the stored value that it is based on. */
export interface TypedEdit {
  typed: TypedValue;
  was: unknown;
}

/** Edits by the keys of their settings. */
export type TypedEdits = Readonly<Record<string, TypedEdit>>;

/**
 * State of an edit: stored as it is, not stored yet, in conflict with what somebody else stored, or replaced by that
 * after it was stored.
 */
export type EditState = 'stored' | 'pending' | 'conflict' | 'replaced';

const rowOf = ({ key }: KnownSetting, rows: readonly StoredSetting[]) =>
  rows.find((row) => row.key === key);

/** The value that visitors see. */
export const publishedValue = (setting: KnownSetting, rows: readonly StoredSetting[]): unknown =>
  rowOf(setting, rows)?.value ?? setting.default;

/** The value that the next publishing makes public: the draft, or the published value. */
export function draftedValue(setting: KnownSetting, rows: readonly StoredSetting[]): unknown {
  const row = rowOf(setting, rows);
  return row?.has_draft ? (row.draft ?? setting.default) : (row?.value ?? setting.default);
}

/** The value of an edit as the database stores it: null for the default. */
export function storedValue({ rule, default: usual }: KnownSetting, typed: TypedValue): unknown {
  const value = valueFromTyped(rule, typed);
  return isSameValue(rule, value, usual) ? null : value;
}

/** The state of an edit, given what is stored. */
export function editState(
  setting: KnownSetting,
  { typed, was }: TypedEdit,
  rows: readonly StoredSetting[],
): EditState {
  const { rule } = setting;
  const value = valueFromTyped(rule, typed);
  const current = draftedValue(setting, rows);
  if (isSameValue(rule, value, current)) return 'stored';
  if (isSameValue(rule, current, was)) return 'pending';
  return isSameValue(rule, value, was) ? 'replaced' : 'conflict';
}

/** The edits after a read or save: replaced ones are gone, stored ones are based on what is stored. */
export function currentEdits(
  known: SettingsByKey,
  edits: TypedEdits,
  rows: readonly StoredSetting[],
): TypedEdits {
  const current = Object.entries(edits).flatMap(([key, edit]): [string, TypedEdit][] => {
    const setting = known.get(key);
    const state = setting && editState(setting, edit, rows);
    if (!setting || state === 'replaced') return [];
    return [[key, state === 'stored' ? { ...edit, was: draftedValue(setting, rows) } : edit]];
  });
  return Object.fromEntries(current);
}

/** The value that an editor shows: the edit, or what is stored. */
export const shownValue = (
  setting: KnownSetting,
  edits: TypedEdits,
  rows: readonly StoredSetting[],
): TypedValue => edits[setting.key]?.typed ?? typedValue(setting.rule, draftedValue(setting, rows));

/** The settings whose edits are not stored yet, by what stands in the way. */
export interface OpenEdits {
  /** They follow their rules and can be saved. */
  ready: KnownSetting[];
  /** They do not follow their rules. */
  wrong: KnownSetting[];
  /** Somebody else has changed them. */
  conflicts: KnownSetting[];
}

/** Sorts the edits that are not stored yet. */
export function openEdits(
  known: SettingsByKey,
  edits: TypedEdits,
  rows: readonly StoredSetting[],
): OpenEdits {
  const open: OpenEdits = { ready: [], wrong: [], conflicts: [] };
  for (const setting of known.values()) {
    const edit = edits[setting.key];
    const state = edit && editState(setting, edit, rows);
    if (!edit || state === 'stored' || state === 'replaced') continue;
    const { rule } = setting;
    if (state === 'conflict') open.conflicts.push(setting);
    else if (settingProblem(rule, valueFromTyped(rule, edit.typed))) open.wrong.push(setting);
    else open.ready.push(setting);
  }
  return open;
}

/** The settings whose drafts differ from what is published. */
export const draftedSettings = (known: SettingsByKey, rows: readonly StoredSetting[]) =>
  [...known.values()].filter((setting) => rowOf(setting, rows)?.has_draft);
