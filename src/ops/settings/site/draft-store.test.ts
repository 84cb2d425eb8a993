import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { Failure } from '#data/core/failure.ts';
import type { SavedChanges, SettingEdit } from '#data/settings/settings.ts';
import { settingsByKey } from '#domain/settings/known-settings.ts';
import type { TypedEdits } from '#domain/settings/typed-edits.ts';
import { createDraftStore } from './draft-store.ts';

const known = settingsByKey([
  {
    name: 'about',
    title: 'About',
    settings: {
      title: { label: 'Title', rule: { type: 'text', max: 20, required: true }, default: 'Usual' },
      story: { label: 'Story', rule: { type: 'text', max: 20 }, default: '' },
    },
  },
]);
const row = (key: string, draft: unknown, at: string, by: string | null = null): SettingRow => ({
  key,
  value: null,
  draft,
  has_draft: true,
  updated_at: at,
  updated_by_name: by,
});

let stored: TypedEdits | null = null;
/** Answers of the database, in the order of the saves; then it stores whatever is sent. */
let answers: (SavedChanges | Failure)[] = [];
const sent: SettingEdit[][] = [];
const open = (edits: TypedEdits = {}, rows: SettingRow[] = []) =>
  createDraftStore({
    known,
    rows,
    edits,
    persist: (next) => (stored = next),
    onRows: () => {},
    save: async (changes) => {
      sent.push([...changes]);
      const answer = answers.shift();
      if (answer instanceof Failure) throw answer;
      const saved = changes.map(({ key, value }) => row(key, value, `${sent.length}`));
      return answer ?? { saved };
    },
  });
const settle = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  stored = null;
  answers = [];
  sent.length = 0;
});
afterEach(() => void vi.useRealTimers());

it('saves once typing pauses, with the time of what it is based on', async () => {
  const store = open();
  store.type('about.title', 'O');
  await vi.advanceTimersByTimeAsync(500);
  store.type('about.title', 'Ours ');
  expect(stored).toEqual({ 'about.title': { typed: 'Ours ', was: 'Usual' } });
  await settle();
  expect(sent).toEqual([[{ key: 'about.title', value: 'Ours', seen: null }]]);
  expect(stored).toBeNull();
  // The space that was typed stays in the field.
  expect(store.shown('about.title')).toBe('Ours ');
  store.type('about.title', 'Usual');
  await settle();
  expect(sent[1]).toEqual([{ key: 'about.title', value: null, seen: '1' }]);
});

it('saves the rest while one value is wrong, and that once it is right', async () => {
  const store = open();
  store.type('about.title', '');
  store.type('about.story', 'Once');
  await settle();
  expect(sent).toEqual([[{ key: 'about.story', value: 'Once', seen: null }]]);
  expect(store.open().wrong).toMatchObject([{ key: 'about.title' }]);
  expect(await store.flush()).toBe(false);
  expect(stored).toEqual({ 'about.title': { typed: '', was: 'Usual' } });
  store.type('about.title', 'Right');
  expect(await store.flush()).toBe(true);
});

it('what is typed during a save is saved after it, by one save at a time', async () => {
  const store = open();
  store.type('about.title', 'One');
  const first = store.flush();
  store.type('about.title', 'Two');
  await Promise.all([first, store.flush(), store.flush()]);
  expect(sent.map(([change]) => [change?.value, change?.seen])).toEqual([
    ['One', null],
    ['Two', '1'],
  ]);
});

it('shows both versions when somebody else was faster, and saves the one that is selected', async () => {
  const theirs = row('about.title', 'Theirs', '9', 'Mira');
  answers = [{ conflict: [theirs] }, { conflict: [theirs] }];
  const store = open();
  store.type('about.title', 'Mine');
  store.type('about.story', 'Once');
  await settle();
  expect(store.open().conflicts).toMatchObject([{ key: 'about.title' }]);
  expect(store.shown('about.title')).toBe('Mine');
  expect(stored).toMatchObject({ 'about.title': { typed: 'Mine' } });
  store.settle('about.title', 'mine');
  await settle();
  expect(sent.at(-1)).toContainEqual({ key: 'about.title', value: 'Mine', seen: '9' });

  answers = [{ conflict: [row('about.title', 'Again theirs', '12')] }];
  store.type('about.title', 'Mine again');
  await settle();
  store.settle('about.title', 'theirs');
  expect(store.shown('about.title')).toBe('Again theirs');
  expect(store.open().conflicts).toEqual([]);
});

it('tries again after no answer, and says why nothing is saved', async () => {
  answers = [new Failure('No answer.', { status: 0 })];
  const store = open();
  store.type('about.title', 'Ours');
  await settle();
  expect(store.state()).toMatchObject({ failure: 'No answer.', isSaving: false });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.state().failure).toBeNull();
  expect(sent).toHaveLength(2);
});

it('a save whose answer was lost is no conflict with what is typed later', async () => {
  answers = [
    new Failure('No answer.', { status: 0 }),
    { conflict: [row('about.title', 'One', '7', 'Me')] },
  ];
  const store = open();
  store.type('about.title', 'One');
  await settle();
  store.type('about.title', 'One and two');
  await settle();
  expect(store.open().conflicts).toEqual([]);
  expect(sent.at(-1)).toEqual([{ key: 'about.title', value: 'One and two', seen: '7' }]);
  expect(stored).toBeNull();
});

it('a value that the database refuses waits for a correction, and holds up no other', async () => {
  answers = [
    new Failure('Too plain.', { status: 422, code: 'PT422', details: '{"field": "about.title"}' }),
  ];
  const store = open();
  store.type('about.title', 'Plain');
  store.type('about.story', 'Once');
  await settle();
  expect(store.state().refused).toEqual({ 'about.title': 'Too plain.' });
  expect(sent.at(-1)).toEqual([{ key: 'about.story', value: 'Once', seen: null }]);
  expect(store.open()).toMatchObject({ ready: [], wrong: [{ key: 'about.title' }] });
  store.drop(new Set(['about.title']));
  expect(store.state().refused).toEqual({});

  answers = [
    new Failure('Too plain.', { status: 422, code: 'PT422', details: '{"field": "about.title"}' }),
  ];
  store.type('about.title', 'Plain');
  await settle();
  store.type('about.title', 'Fine');
  await settle();
  expect(store.state().refused).toEqual({});
  expect(stored).toBeNull();
});

it('an ended session saves nothing, and the next visit saves what was typed', async () => {
  answers = [new Failure('The session has ended.', { status: 401 })];
  const store = open();
  store.type('about.title', 'Ours');
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  store.stop();
  const next = open(stored ?? {});
  next.start();
  await settle();
  expect(sent.at(-1)).toEqual([{ key: 'about.title', value: 'Ours', seen: null }]);
});

it('leaving the page saves at once', async () => {
  const store = open();
  store.type('about.title', 'Ours');
  store.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
});

it('shows what others have saved since, unless something of ours is open', () => {
  const store = open();
  store.type('about.title', 'Mine');
  store.read([row('about.story', 'Theirs', '3')]);
  expect(store.shown('about.story')).toBe('Theirs');
  expect(store.shown('about.title')).toBe('Mine');
  store.drop(new Set(['about.title']));
  expect(store.shown('about.title')).toBe('Usual');
});
