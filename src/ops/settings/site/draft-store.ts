import type { SettingRow } from '#data/settings/setting-answers.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import type { SavedChanges, SettingEdit } from '#data/settings/settings.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import type { KnownSetting, SettingsByKey } from '#domain/settings/known-settings.ts';
import {
  currentEdits,
  draftedValue,
  editState,
  openEdits,
  shownValue,
  storedValue,
  type OpenEdits,
  type TypedEdit,
  type TypedEdits,
} from '#domain/settings/typed-edits.ts';
import { isSameValue, valueFromTyped, type TypedValue } from '#domain/settings/typed-value.ts';

/** Pause in typing after which a draft is saved (ms). */
const DEBOUNCE_MS = 800;
/** Delay before an unanswered save is tried again (ms). */
const RETRY_MS = 5_000;
/** Attempts at one save while others change the same settings. */
const MOST_ATTEMPTS = 5;

/** Snapshot of a {@link DraftStore}. */
export interface DraftState {
  rows: readonly SettingRow[];
  edits: TypedEdits;
  isSaving: boolean;
  /** Why the last save failed, as a sentence; null after a success. */
  failure: string | null;
  /** Settings that the database refused, with its sentence. */
  refused: Readonly<Record<string, string>>;
  /** Number of saves; a preview is loaded again when it changes. */
  saves: number;
}

/** Dependencies of {@link createDraftStore}. */
export interface DraftStoreOptions {
  known: SettingsByKey;
  rows: readonly SettingRow[];
  /** Edits of an earlier visit of this tab that were not saved. */
  edits: TypedEdits;
  /** Saves drafts. @throws {Failure} */
  save: (changes: readonly SettingEdit[]) => Promise<SavedChanges>;
  /** Stores the edits that the database does not have; null for none. */
  persist: (edits: TypedEdits | null) => void;
  /** Called with the rows after a save or conflict. */
  onRows: (rows: readonly SettingRow[]) => void;
}

/**
 * Saves what is typed as drafts: a moment after the last key, one save at a time, again after a save without an answer.
 * An edit that breaks its rule, or that somebody else's conflicts with, waits without holding up the others.
 */
export type DraftStore = ReturnType<typeof createDraftStore>;

/** Creates a {@link DraftStore}. */
export function createDraftStore({ known, save, persist, onRows, ...initial }: DraftStoreOptions) {
  let state: DraftState = {
    rows: initial.rows,
    edits: currentEdits(known, initial.edits, initial.rows),
    isSaving: false,
    failure: null,
    refused: {},
    saves: 0,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();
  /** Values whose save had no answer, by setting: the database may have stored them. */
  const unanswered = new Map<string, unknown[]>();

  const change = (next: Partial<DraftState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const noteUnanswered = ({ key, rule }: KnownSetting, value: unknown) => {
    const values = unanswered.get(key) ?? [];
    if (values.some((one) => isSameValue(rule, one, value))) return;
    unanswered.set(key, [...values, value]);
  };
  /** Edits with a base that was stored from here without an answer, which is no conflict. */
  const rebased = (edits: TypedEdits, rows: readonly SettingRow[]): TypedEdits => {
    const next: Record<string, TypedEdit> = { ...edits };
    for (const [key, values] of unanswered) {
      const setting = known.get(key);
      const edit = next[key];
      if (!setting || !edit) continue;
      const was = draftedValue(setting, rows);
      const isOwn = values.some((value) => isSameValue(setting.rule, value, was));
      if (isOwn) next[key] = { ...edit, was };
    }
    return next;
  };
  const store = (edits: TypedEdits, more: Partial<DraftState> = {}) => {
    const { rows } = { ...state, ...more };
    change({ ...more, edits: currentEdits(known, rebased(edits, rows), rows) });
    const open = Object.entries(state.edits).filter(([key, edit]) => {
      const setting = known.get(key);
      return setting && editState(setting, edit, state.rows) !== 'stored';
    });
    // why: a later visit of the page may have stored newer edits.
    if (!isStopped) persist(open.length > 0 ? Object.fromEntries(open) : null);
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const open = (): OpenEdits => {
    const { ready, wrong, conflicts } = openEdits(known, state.edits, state.rows);
    const isRefused = ({ key }: KnownSetting) => key in state.refused;
    return {
      ready: ready.filter((setting) => !isRefused(setting)),
      wrong: [...wrong, ...ready.filter(isRefused)],
      conflicts,
    };
  };

  /** Saves one batch. @returns whether another batch may follow */
  const saveBatch = async (): Promise<boolean> => {
    const sent = open().ready.map((setting) => ({
      setting,
      typed: state.edits[setting.key]!.typed,
    }));
    if (sent.length === 0) return false;
    const changes = sent.map(({ setting, typed }) => ({
      key: setting.key,
      value: storedValue(setting, typed),
      seen: state.rows.find(({ key }) => key === setting.key)?.updated_at ?? null,
    }));
    try {
      const outcome = await save(changes);
      if ('conflict' in outcome) {
        store(state.edits, { rows: outcome.conflict });
      } else {
        const edits: Record<string, TypedEdit> = { ...state.edits };
        for (const { setting, typed } of sent) {
          const edit = edits[setting.key];
          if (edit) edits[setting.key] = { ...edit, was: valueFromTyped(setting.rule, typed) };
          unanswered.delete(setting.key);
        }
        const rows = merged(state.rows, outcome.saved);
        store(edits, { rows, failure: null, saves: state.saves + 1 });
      }
      onRows(state.rows);
      return true;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('The drafts could not be saved.');
      const field = invalidField(error);
      if (sent.some(({ setting }) => setting.key === field)) {
        change({ refused: { ...state.refused, [field]: failure.message } });
        return true;
      }
      change({ failure: failure.message });
      if (isOutcomeUnknown(failure)) {
        for (const { setting, typed } of sent) {
          noteUnanswered(setting, valueFromTyped(setting.rule, typed));
        }
        if (!isStopped) schedule(RETRY_MS);
      }
      return false;
    }
  };
  const saveAll = async () => {
    change({ isSaving: true });
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      if (!(await saveBatch())) break;
    }
    running = undefined;
    change({ isSaving: false });
  };
  /** Saves now what can be saved. @returns whether everything that was typed is saved */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer);
    if (running) await running;
    if (open().ready.length > 0) await (running ??= saveAll());
    const { ready, wrong, conflicts } = open();
    return ready.length + wrong.length + conflicts.length === 0;
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Notes a value that was typed. */
    type: (key: string, typed: TypedValue) => {
      const setting = known.get(key);
      if (!setting) return;
      const { [key]: _refused, ...refused } = state.refused;
      const was = state.edits[key]?.was ?? draftedValue(setting, state.rows);
      store({ ...state.edits, [key]: { typed, was } }, { refused });
      schedule(DEBOUNCE_MS);
    },
    /** The value that the field shows. */
    shown: (key: string): TypedValue => {
      const setting = known.get(key);
      return setting ? shownValue(setting, state.edits, state.rows) : '';
    },
    open,
    flush,
    /** Takes over rows that were read, unless a save is running, whose answer is newer. */
    read: (rows: readonly SettingRow[]) => {
      if (!running && rows !== state.rows) store(state.edits, { rows });
    },
    /** Replaces rows after a publishing, a discarding or an undo. */
    replace: (rows: readonly SettingRow[]) => {
      store(state.edits, { rows: merged(state.rows, rows), saves: state.saves + 1 });
      onRows(state.rows);
    },
    /** Drops the edits of some settings. */
    drop: (keys: ReadonlySet<string>) => {
      const others = <Value>(all: Readonly<Record<string, Value>>) =>
        Object.fromEntries(Object.entries(all).filter(([key]) => !keys.has(key)));
      store(others(state.edits), { refused: others(state.refused), failure: null });
    },
    /** Ends a conflict with the value of one side. */
    settle: (key: string, choice: 'mine' | 'theirs') => {
      const setting = known.get(key);
      const { [key]: mine, ...others } = state.edits;
      if (!setting || !mine) return;
      const was = draftedValue(setting, state.rows);
      store(choice === 'mine' ? { ...others, [key]: { ...mine, was } } : others);
      schedule(0);
    },
    start: () => {
      isStopped = false;
      if (open().ready.length > 0) schedule(0);
    },
    /** Saves the rest at once; later nothing is tried again. */
    stop: () => {
      isStopped = true;
      void flush();
    },
  };
}

/** Rows with some of them replaced; those without a time are no longer stored. */
function merged(rows: readonly SettingRow[], fresh: readonly SettingRow[]): SettingRow[] {
  const keys = new Set(fresh.map(({ key }) => key));
  return [
    ...rows.filter(({ key }) => !keys.has(key)),
    ...fresh.filter(({ updated_at }) => updated_at !== null),
  ];
}
