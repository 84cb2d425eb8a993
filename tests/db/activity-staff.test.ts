import { expect, test } from 'vitest';
import { createStaff } from '#tests/support/database.ts';
import { useActivityLog } from './activity-log.ts';
import { committedAs } from './studio.ts';

const { studio, call, log, newest, admin } = useActivityLog();

test('settings of one save are one entry; availability names what changed', async () => {
  await call(
    'admin',
    `select change_settings('[{"key": "studio.name", "value": "Chitra"}, {"key": "studio.city", "value": "Pune"}]') as told`,
  );
  expect(await newest()).toEqual({
    what: 'changed',
    table: 'setting_changes',
    area: 'settings',
    label: 'studio.city',
    to: 'studio.city',
    changes: [{ field: 'value', was: null, became: 'Pune' }],
    more: 1,
  });
  await call(
    'admin',
    `select change_availability_settings('yes-no', '{}', '{7}', '[]',
      (availability_settings() ->> 'updated_at')::timestamptz) as told`,
  );
  expect(await newest()).toMatchObject({
    table: 'availability_settings',
    changes: [
      { field: 'closed_weekdays', was: [], became: [7] },
      { field: 'shows', was: 'exact', became: 'yes-no' },
    ],
  });
});

test('staff: roles, names, disabling, and by scripts too; the name stays when a person leaves', async () => {
  const person = await createStaff(studio.db, 'crm_user');
  expect((await log(`area => 'staff'`))[0]).toMatchObject({
    what: 'created',
    person: null,
    record: { type: 'person', id: person, to: person },
  });
  await call('admin', `update user_profiles set display_name = 'Meera' where id = $1`, [person]);
  await call('admin', `select set_account_disabled($1::uuid, true) as told`, [person]);
  expect(await newest(`area => 'staff'`)).toMatchObject({ what: 'disabled', label: 'Meera' });
  await call('admin', `select set_account_disabled($1::uuid, false) as told`, [person]);
  await committedAs(
    studio.db,
    { role: 'authenticated', sub: person },
    (sql) => sql`update props set price = 700 where id = ${studio.ids.prop}`,
  );
  await call('admin', `select remove_account($1::uuid) as told`, [person]);
  const [removed] = await log(`area => 'staff'`);
  expect(removed).toMatchObject({
    what: 'removed',
    record: { label: 'Meera', to: null },
    changes: [
      { field: 'display_name', was: 'Meera', became: null },
      { field: 'role', was: 'crm_user', became: null },
    ],
  });
  const theirs = await log(`person => '${person}'`);
  expect(theirs).toHaveLength(1);
  expect(theirs[0]).toMatchObject({ person: { id: person, name: 'Meera' }, table: 'props' });
  const people = await call<{ id: string }[]>('admin', 'select activity_people() as told');
  expect(people).toContainEqual({ id: person, name: 'Meera' });
});

test('second factors: set up, and removed by an admin, with a recovery code and by a script', async () => {
  const person = await createStaff(studio.db, 'crm_user');
  const { owner } = studio.db;
  const about = `'{"type": "person", "id": "${person}"}'`;
  const setUp = async () => {
    await owner`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type) values (${person}, 'App', 'totp')`;
    await owner`update auth.mfa_factors set status = 'verified' where user_id = ${person}`;
    await owner`update auth.mfa_factors set updated_at = now() where user_id = ${person}`;
  };
  const last = async () => {
    const [entry] = await log(about);
    return [entry?.what, entry?.person?.id ?? null, entry?.table];
  };
  await setUp();
  expect(await last()).toEqual(['factor_added', person, 'mfa_factors']);
  await call('admin', `select remove_second_factor($1::uuid) as told`, [person]);
  expect(await last()).toEqual(['factor_removed', admin(), 'mfa_factors']);
  await setUp();
  const as = { role: 'authenticated', sub: person } as const;
  const codes = await committedAs(
    studio.db,
    { ...as, claims: { aal: 'aal2' } },
    async (sql) => (await sql<{ codes: string[] }[]>`select make_recovery_codes() as codes`)[0],
  );
  await committedAs(
    studio.db,
    { ...as, claims: { aal: 'aal1' } },
    (sql) => sql`select use_recovery_code(${codes?.codes[0] ?? ''})`,
  );
  expect(await last()).toEqual(['factor_removed', person, 'mfa_factors']);
  await setUp();
  await owner`delete from auth.mfa_factors where user_id = ${person}`;
  expect(await last()).toEqual(['factor_removed', null, 'mfa_factors']);
  await setUp();
  await call('admin', `select remove_account($1::uuid) as told`, [person]);
  expect((await log(about)).map(({ what }) => what)).toEqual([
    'removed',
    ...Array.from({ length: 3 }, () => ['factor_added', 'factor_removed']).flat(),
    'factor_added',
    'created',
  ]);
});

test('signing out everywhere, and links to join or for a new password', async () => {
  const person = await createStaff(studio.db, 'crm_user');
  const about = `'{"type": "person", "id": "${person}"}'`;
  const run = (name: string) => call('admin', `select ${name}($1::uuid) as told`, [person]);
  await run('log_account_link');
  await run('end_account_sessions');
  await studio.db
    .owner`update auth.users set invited_at = now(), email_confirmed_at = null where id = ${person}`;
  await run('log_account_link');
  expect((await log(about)).map(({ what, person: by }) => [what, by?.id])).toEqual([
    ['invite_link', admin()],
    ['signed_out', admin()],
    ['reset_link', admin()],
    ['created', undefined],
  ]);
});

test('pictures that staff replace or remove, in the catalogue', async () => {
  const put = (bucket: string, name: string) => studio.db.owner`
    insert into storage.objects (bucket_id, name, version) values (${bucket}, ${name}, '1')`;
  await put('catalogue', 'props/one.webp');
  await put('catalogue', 'props/two.webp');
  await put('returns', 'one.webp');
  const [before] = await log();
  await call(
    'inventory_user',
    `update storage.objects set version = '2' where name = 'props/one.webp'`,
  );
  expect(await newest('', 'inventory_user')).toMatchObject({
    what: 'changed',
    table: 'objects',
    area: 'items',
    label: 'props/one.webp',
    to: null,
  });
  await call('inventory_user', `delete from storage.objects where name like 'props/%'`);
  expect(await newest()).toMatchObject({ what: 'removed', table: 'objects', more: 1 });
  await studio.db.owner`delete from storage.objects where name = 'one.webp'`;
  const entries = await log();
  expect(entries.findIndex(({ id }) => id === before?.id)).toBe(2);
});
