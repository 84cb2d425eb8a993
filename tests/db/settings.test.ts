import { expect, test } from 'vitest';
import { followCatalogue } from '#server/catalogue-version.ts';
import { createStaff } from '#tests/support/database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { committedAs, refusal, useStudio, type CallerName } from './studio.ts';

const studio = useStudio();

interface Row {
  key: string;
  value: unknown;
  draft: unknown;
  has_draft: boolean;
  updated_at: string | null;
  updated_by_name: string | null;
}
interface Change {
  key: string;
  value: unknown;
  seen?: string | null | undefined;
}
interface Logged {
  change_id: string;
  by_name: string | null;
  undone: boolean;
  changes: { key: string; was: unknown; became: unknown }[];
}

/** Calls a function with the arguments of a statement as that caller, and commits. */
const call = <T>(statement: string, values: string[] = [], caller: CallerName = 'admin') =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql.unsafe<{ told: T }[]>(`select ${statement} as told`, values);
    return row!.told;
  });
const change = (changes: Change[], asDraft = false, caller: CallerName = 'admin') =>
  call<Row[]>(
    `change_settings($1::text::jsonb, $2::text::boolean)`,
    [JSON.stringify(changes), String(asDraft)],
    caller,
  );
const site = (groups: string, preview?: string, caller: CallerName = 'anon') =>
  call<Record<string, unknown>>(
    preview === undefined ? 'site_settings($1)' : 'site_settings($1, $2)',
    preview === undefined ? [groups] : [groups, preview],
    caller,
  );
const rows = (groups: string) => call<Row[]>('settings($1)', [groups]);
const rowOf = async (key: string) =>
  (await rows(`{${key.split('.')[0]}}`)).find((one) => one.key === key);
const history = (groups: string) => call<Logged[]>('setting_history($1)', [groups]);
const undo = (id: string) => call<Row[]>('undo_setting_change($1::uuid)', [id]);
const reset = () => studio.db.owner`delete from private.studio_settings`;

test('visitors read published values that differ from the default, and no private ones', async () => {
  expect(await site('{studio,identity,security}')).toEqual({});
  await change([
    { key: 'studio.name', value: 'Chitra <b>Studios</b>' },
    { key: 'policy.cleaning_fee', value: 2500 },
    { key: 'identity.gstin', value: '29AAPFU0939F1ZR' },
  ]);
  expect(await site('{studio,identity,security}')).toEqual({
    'studio.name': 'Chitra <b>Studios</b>',
  });
  expect(await site('{policy}', undefined, 'crm_user')).toEqual({ 'policy.cleaning_fee': 2500 });
  expect(await rowOf('identity.gstin')).toMatchObject({
    value: '29AAPFU0939F1ZR',
    has_draft: false,
  });
  await reset();
});

test('only admins read and write settings', async () => {
  const calls = [
    `settings('{studio}')`,
    `change_settings('[{"key": "studio.name", "value": "X"}]')`,
    `publish_settings('{studio}')`,
    `discard_drafts('{studio}')`,
    `setting_history('{studio}')`,
    `undo_setting_change(gen_random_uuid())`,
    `make_preview()`,
  ];
  for (const statement of calls) {
    for (const caller of ['anon', 'no profile', 'inventory_user', 'crm_user'] as const) {
      const { code } = await refusal(call(statement, [], caller));
      expect(code, `${statement} as ${caller}`).toBe('42501');
    }
  }
});

test('a wrong value is refused at its field, and nothing of the call is saved', async () => {
  const refused = async (wrong: Change) =>
    refusal(change([{ key: 'studio.city', value: 'Mysuru' }, wrong]));
  expect(await refused({ key: 'identity.gstin', value: '29AAPFU0939F1ZS' })).toMatchObject({
    code: 'PT422',
    message:
      'The last character of this GSTIN does not fit the others: compare it with the certificate.',
    detail: '{"field": "identity.gstin"}',
  });
  expect(await refused({ key: 'brand.accent', value: '#ffff00' })).toMatchObject({
    message: 'Too little contrast with #ffffff: 1.0 to 1. At least 4.5 to 1 is needed.',
  });
  expect(await refused({ key: 'brand.logo', value: { url: '/logo.html', alt: '' } })).toMatchObject(
    { message: 'Select a picture.', detail: '{"field": "brand.logo"}' },
  );
  expect(await refused({ key: 'studio.nothing', value: 1 })).toMatchObject({
    message: 'There is no such setting.',
  });
  expect(await refused({ key: 'studio.city', value: 'Hubli' })).toMatchObject({
    message: 'A setting is listed twice.',
  });
  expect((await refusal(call(`change_settings('{}')`))).code).toBe('PT422');
  expect(await site('{studio,brand}')).toEqual({});
});

test('a null value is the default, and of two admins the second sees what the first saved', async () => {
  const [first] = await change([{ key: 'studio.city', value: 'Mysuru', seen: null }]);
  expect(first).toMatchObject({ key: 'studio.city', value: 'Mysuru', draft: null });
  const late = await refusal(change([{ key: 'studio.city', value: 'Hubli', seen: null }]));
  expect(late).toMatchObject({ code: 'PT409', message: 'Somebody else changed this meanwhile.' });
  expect(JSON.parse(late.detail ?? '')).toMatchObject({ 'studio.city': { value: 'Mysuru' } });
  // A repeat after a lost answer is no conflict.
  await change([{ key: 'studio.city', value: 'Mysuru', seen: null }]);
  const [cleared] = await change([{ key: 'studio.city', value: null, seen: first?.updated_at }]);
  expect(cleared).toEqual({
    key: 'studio.city',
    value: null,
    draft: null,
    has_draft: false,
    updated_at: null,
    updated_by_name: null,
  });
  expect(await rows('{studio}')).toEqual([]);
});

test('two saves at once: one waits, and is refused', async () => {
  const outcome = await Promise.allSettled([
    change([{ key: 'studio.region', value: 'Kerala', seen: null }]),
    change([{ key: 'studio.region', value: 'Goa', seen: null }]),
  ]);
  expect(outcome.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await reset();
});

test('drafts are seen by previews alone until they are published', async () => {
  await change([{ key: 'studio.tagline', value: 'Old' }]);
  const seen = (await rowOf('studio.tagline'))?.updated_at;
  await change(
    [
      { key: 'studio.tagline', value: null, seen },
      { key: 'studio.hours', value: '9:00 to 20:00\nSunday closed' },
    ],
    true,
  );
  expect(await rowOf('studio.tagline')).toMatchObject({
    value: 'Old',
    draft: null,
    has_draft: true,
  });
  expect(await site('{studio}')).toEqual({ 'studio.tagline': 'Old' });
  const { token } = await call<{ token: string }>('make_preview()');
  expect(await site('{studio}', token)).toEqual({ 'studio.hours': '9:00 to 20:00\nSunday closed' });
  expect(await site('{studio}', 'f'.repeat(64))).toEqual({ 'studio.tagline': 'Old' });
  await studio.db.owner`update private.setting_previews set expires_at = now() - interval '1 s'`;
  expect(await site('{studio}', token)).toEqual({ 'studio.tagline': 'Old' });

  const before = (await history('{studio}')).length;
  await call(`publish_settings('{studio}')`);
  expect(await site('{studio}')).toEqual({ 'studio.hours': '9:00 to 20:00\nSunday closed' });
  const [last, ...earlier] = await history('{studio}');
  expect(earlier).toHaveLength(before);
  expect(last?.changes).toEqual([
    { key: 'studio.hours', was: null, became: '9:00 to 20:00\nSunday closed' },
    { key: 'studio.tagline', was: 'Old', became: null },
  ]);
  expect((await rows('{studio}')).filter((one) => one.has_draft)).toEqual([]);
  await reset();
});

test('drafts are discarded, and a draft equal to the published value is none', async () => {
  const [saved] = await change([{ key: 'studio.tagline', value: 'Old' }]);
  const [draft] = await change(
    [
      { key: 'studio.tagline', value: 'New', seen: saved?.updated_at },
      { key: 'studio.hours', value: '9 to 6' },
    ],
    true,
  );
  await call(`discard_drafts('{studio}')`);
  expect(await rows('{studio}')).toMatchObject([
    { key: 'studio.tagline', value: 'Old', has_draft: false },
  ]);
  expect(draft?.has_draft).toBe(true);
  const now = (await rowOf('studio.tagline'))?.updated_at;
  const [again] = await change([{ key: 'studio.tagline', value: 'New', seen: now }], true);
  const [back] = await change(
    [{ key: 'studio.tagline', value: 'Old', seen: again?.updated_at }],
    true,
  );
  expect(back).toMatchObject({ value: 'Old', has_draft: false });
  // Also where the published value is the default, which has no row.
  const [city] = await change([{ key: 'studio.city', value: 'Mysuru' }], true);
  const [none] = await change([{ key: 'studio.city', value: null, seen: city?.updated_at }], true);
  expect(none).toMatchObject({ key: 'studio.city', has_draft: false, updated_at: null });
  await reset();
});

test('the history says who changed what, and a change can be taken back once', async () => {
  await studio.db.owner`delete from private.setting_changes`;
  await change([
    { key: 'studio.city', value: 'Mysuru' },
    { key: 'studio.region', value: 'Karnataka state' },
  ]);
  const [made] = await history('{studio}');
  expect(made).toMatchObject({ by_name: expect.any(String), undone: false });
  expect(made?.changes).toEqual([
    { key: 'studio.city', was: null, became: 'Mysuru' },
    { key: 'studio.region', was: null, became: 'Karnataka state' },
  ]);
  expect(await undo(made!.change_id)).toMatchObject([{ value: null }, { value: null }]);
  expect(await site('{studio}')).toEqual({});
  await undo(made!.change_id);
  const logged = await history('{studio}');
  expect(logged.map(({ undone }) => undone)).toEqual([false, true]);

  // Back and forth, and refused when a value was changed since.
  await undo(logged[0]!.change_id);
  expect(await site('{studio}')).toMatchObject({ 'studio.city': 'Mysuru' });
  const [again] = await history('{studio}');
  const seen = (await rowOf('studio.city'))?.updated_at;
  await change([{ key: 'studio.city', value: 'Hubli', seen }]);
  const late = await refusal(undo(again!.change_id));
  expect(late.code).toBe('PT409');
  expect(JSON.parse(late.detail ?? '')).toMatchObject({ 'studio.city': { value: 'Hubli' } });
  expect((await refusal(undo('00000000-0000-4000-8000-000000000000'))).code).toBe('PT404');
  await reset();
});

test('a change that is taken back leaves later drafts', async () => {
  await change([
    { key: 'studio.city', value: 'Mysuru' },
    { key: 'studio.region', value: 'Karnataka state' },
    { key: 'studio.tagline', value: 'By the lake' },
  ]);
  const [made] = await history('{studio}');
  const draft = async (key: string, value: string | null) =>
    change([{ key, value, seen: (await rowOf(key))?.updated_at }], true);
  await draft('studio.city', 'Hubli');
  await draft('studio.region', null);
  const told = await undo(made!.change_id);
  expect(told.map(({ key, value, draft: own, has_draft }) => [key, value, own, has_draft])).toEqual(
    [
      ['studio.city', null, 'Hubli', true],
      // Its draft was the default, which is published now.
      ['studio.region', null, null, false],
      ['studio.tagline', null, null, false],
    ],
  );
  await reset();
});

test('the log keeps the name of a person who has left', async () => {
  const sub = await createStaff(studio.db, 'admin');
  await studio.db.owner`update user_profiles set display_name = 'Meera' where id = ${sub}`;
  await committedAs(
    studio.db,
    { role: 'authenticated', sub },
    (sql) => sql`select change_settings('[{"key": "studio.city", "value": "Mysuru"}]')`,
  );
  await studio.db.owner`delete from auth.users where id = ${sub}`;
  const [last] = await history('{studio}');
  expect(last).toMatchObject({ by_name: 'Meera', changes: [{ became: 'Mysuru' }] });
  expect(await rowOf('studio.city')).toMatchObject({ value: 'Mysuru', updated_by_name: 'Meera' });
  await reset();
});

test('a public value that changes flushes cached pages, as do the words that a search finds by; a draft or private value does not', async () => {
  const version = await followCatalogue(studio.owner, studio.db.owner);
  const before = await version.current();
  await change([{ key: 'studio.city', value: 'Mysuru' }], true);
  await change([{ key: 'identity.pan', value: 'AAPFU0939F' }]);
  await version.current();
  expect(await version.current()).toBe(before);
  await call(`publish_settings('{studio}')`);
  await eventually(async () => expect(await version.current()).not.toBe(before));
  const published = await version.current();
  await change([{ key: 'search.synonyms', value: [['saree', 'sari']] }]);
  await eventually(async () => expect(await version.current()).not.toBe(published));
  await version.close();
  await reset();
});
