import { beforeAll, expect, test } from 'vitest';
import { createStaff, createUser, useDatabase, type Who } from '#tests/support/database.ts';
import { committedAs, refusal } from './studio.ts';

const empty = useDatabase();

interface State {
  done: string[];
  skipped: string[];
  finished: boolean;
}

let admin: Who;
beforeAll(async () => {
  admin = { role: 'authenticated', sub: await createStaff(empty.db, 'admin') };
});

const stateFor = async (who: Who) =>
  committedAs(empty.db, who, async (sql) => {
    const [row] = await sql<{ state: State }[]>`select setup_state() as state`;
    return row!.state;
  });
const change = async (changes: { key: string; value: unknown }[]) =>
  committedAs(
    empty.db,
    admin,
    (sql) => sql`select change_settings(${JSON.stringify(changes)}::text::jsonb)`,
  );

test('only admins read the state of the set-up', async () => {
  const others: Who[] = [
    { role: 'anon' },
    { role: 'authenticated', sub: await createUser(empty.db) },
    { role: 'authenticated', sub: await createStaff(empty.db, 'crm_user') },
    { role: 'authenticated', sub: await createStaff(empty.db, 'inventory_user') },
  ];
  for (const who of others) expect((await refusal(stateFor(who))).code).toBe('42501');
});

test('a step is done when the studio has what it sets up, and skipped only until then', async () => {
  expect(await stateFor(admin)).toEqual({ done: [], skipped: [], finished: false });

  await change([{ key: 'studio.name', value: 'Chitra Studios' }]);
  expect((await stateFor(admin)).done).toEqual([]);
  await change([{ key: 'studio.short_name', value: 'Chitra' }]);
  expect((await stateFor(admin)).done).toEqual(['name']);

  await change([
    { key: 'setup.contact_skipped', value: true },
    { key: 'setup.gst_skipped', value: true },
    { key: 'studio.address_lines', value: '2 Mill Road' },
    { key: 'studio.email', value: 'hello@chitra.example' },
    { key: 'studio.phone', value: '+919845000000' },
  ]);
  expect(await stateFor(admin)).toMatchObject({ done: ['name'], skipped: ['contact', 'gst'] });
  await change([{ key: 'studio.whatsapp', value: '919845000000' }]);
  expect(await stateFor(admin)).toMatchObject({ done: ['name', 'contact'], skipped: ['gst'] });

  // The studio is not registered, or has a GSTIN.
  await change([{ key: 'studio.gst_registered', value: false }]);
  expect((await stateFor(admin)).done).toContain('gst');
  const { owner } = empty.db;
  await owner`delete from private.studio_settings where key = 'studio.gst_registered'`;
  expect((await stateFor(admin)).done).not.toContain('gst');
  await change([{ key: 'identity.gstin', value: '29AAPFU0939F1ZR' }]);
  expect(await stateFor(admin)).toMatchObject({ skipped: [], finished: false });

  await owner`insert into crew_categories (name) values ('Gaffer')`;
  expect((await stateFor(admin)).done).toEqual(['name', 'contact', 'gst', 'categories']);
  await owner`insert into crews (name, price) values ('Asha Rao', 4000)`;
  expect((await stateFor(admin)).done).toEqual(['name', 'contact', 'gst', 'categories', 'items']);
  await change([{ key: 'setup.finished', value: true }]);
  expect((await stateFor(admin)).finished).toBe(true);
});

test('visitors read nothing about the set-up', async () => {
  const [row] = await empty.db.owner`select site_settings('{setup}') as told`;
  expect(row).toEqual({ told: {} });
});
