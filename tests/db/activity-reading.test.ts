import { beforeAll, expect, test } from 'vitest';
import { useActivityLog, type Page } from './activity-log.ts';
import { refusal, type CallerName } from './studio.ts';

const { studio, call, log, admin } = useActivityLog();

beforeAll(async () => {
  for (const quantity of ['9', '10', '11', '12', '13', '14'])
    await call('admin', `update props set quantity = $2::int where id = $1`, [
      studio.ids.prop,
      quantity,
    ]);
  await call('inventory_user', `insert into prop_brands (name) values ('Kartell')`);
  await call('crm_user', `update enquiry_orders set status = 'quoted' where id = $1`, [
    studio.ids.enquiry,
  ]);
  await call(
    'admin',
    `select change_settings('[{"key": "studio.name", "value": "Chitra"}, {"key": "studio.city", "value": "Pune"}]') as told`,
  );
});

test('each role reads its part', async () => {
  const areas = async (caller: CallerName) =>
    [...new Set((await log('most => 100', caller)).map(({ area }) => area))].toSorted();
  expect(await areas('admin')).toEqual(['crm', 'items', 'lists', 'settings', 'staff']);
  expect(await areas('crm_user')).toEqual(['crm', 'items', 'lists']);
  expect(await areas('inventory_user')).toEqual(['items', 'lists']);
  for (const [caller, area] of [
    ['crm_user', 'staff'],
    ['crm_user', 'settings'],
    ['inventory_user', 'crm'],
  ] as const) {
    expect((await refusal(log(`area => '${area}'`, caller))).code).toBe('42501');
    const about = `'{"type": "person", "id": "${admin()}"}'`;
    expect(await log(about, caller)).toEqual([]);
  }
  expect((await refusal(log('', 'no profile'))).code).toBe('42501');
  expect((await refusal(log('', 'anon'))).code).toBe('42501');
});

test('pages by cursor meet every entry once', async () => {
  const all = (await log('most => 100')).map(({ id }) => id);
  const ids: string[] = [];
  for (let before: string | null = ''; before !== null;) {
    const page: Page = await call<Page>(
      'admin',
      `select activity(most => 3, before => nullif($1, '')) as told`,
      [before],
    );
    ids.push(...page.rows.map(({ id }) => id));
    before = page.next;
  }
  expect(ids).toEqual(all);
  expect(ids.length).toBeGreaterThan(10);
});

test('by text, person and days', async () => {
  expect((await log(`query => 'wing'`)).every(({ record }) => record.label.includes('Wing'))).toBe(
    true,
  );
  expect((await log(`query => ' PRP-00001 '`)).length).toBeGreaterThan(2);
  expect(await log(`query => '100%'`)).toEqual([]);
  const today = `(now() at time zone 'Asia/Kolkata')::date`;
  expect(await log(`since => ${today} + 1`)).toEqual([]);
  expect(await log(`until => ${today} - 1`)).toEqual([]);
  expect(
    (await log(`since => ${today}, until => ${today}, person => '${admin()}'`)).length,
  ).toBeGreaterThan(3);
});

test.each([
  [`before => 'x'`, 'PT400'],
  [`before => '999999999'`, 'PT400'],
  [`'{"type": "order"}'`, 'PT400'],
  [`'{"type": "change", "id": "x"}'`, 'PT400'],
  [`area => 'nothing'`, '42501'],
])('refuses %s', async (args, code) => {
  expect((await refusal(log(args))).code).toBe(code);
});

test('an unknown record has no entries', async () => {
  expect(await log(`'{"type": "customer", "id": "nobody"}'`)).toEqual([]);
  expect(await log(`'{"type": "item", "id": "nothing"}'`)).toEqual([]);
});
