import { expect, test } from 'vitest';
import { useActivityLog } from './activity-log.ts';

const { studio, call, log, newest, admin } = useActivityLog();

test('enquiries, orders and customers, without personal data', async () => {
  await call('crm_user', `update enquiry_orders set status = 'quoted' where id = $1`, [
    studio.ids.enquiry,
  ]);
  expect(await newest(`'{"type": "enquiry", "id": "${studio.ids.enquiry}"}'`)).toMatchObject({
    what: 'status',
    area: 'crm',
    to: expect.stringMatching(/^ENQ-/),
    changes: [{ field: 'status', was: 'pending', became: 'quoted' }],
  });
  await call('crm_user', `update customers set assigned_to = $2::uuid where id = $1`, [
    studio.ids.customer,
    admin(),
  ]);
  const about = `'{"type": "customer", "id": "${studio.ids.customer}"}'`;
  expect((await log(about)).map(({ what }) => what)).toEqual(['assigned', 'status']);
  const [{ text } = { text: '' }] = await studio.db.owner<{ text: string }[]>`
    select string_agg(activity::text, ' ') as text from private.activity`;
  expect(text).not.toMatch(/Asha|Rao|9800000001|asha@example/);
  // A customer's name finds their changes, for those who may read customers.
  expect(await log(`query => 'asha'`, 'crm_user')).toHaveLength(2);
  expect(await log(`query => 'asha'`, 'inventory_user')).toEqual([]);
});

test('links without their secret', async () => {
  await call('admin', `select make_calendar_link('studio', key => gen_random_uuid()) as told`);
  const [made] = await log();
  expect(made).toMatchObject({ table: 'links', record: { label: 'Calendar of the studio' } });
  expect(made?.changes.map(({ field }) => field)).toEqual(['kind']);
});

test('an erased customer leaves no personal data, a deleted one nothing at all', async () => {
  const { customer, order } = studio.ids;
  const about = `'{"type": "customer", "id": "${customer}"}'`;
  await studio.db.owner`update orders set status = 'completed' where id = ${order}`;
  await call('admin', `select erase_customer($1::uuid) as told`, [customer]);
  const entries = await log(about);
  expect(entries.map(({ what }) => what)).toContain('erased');
  expect(JSON.stringify(entries)).not.toMatch(/Asha|Rao|9800000001|asha@example/);
  expect(await log(`query => 'asha'`)).toEqual([]);

  const [deletes] = await studio.db.owner<[{ rule: string }]>`
    select confdeltype as rule from pg_constraint where conname = 'activity_customer_id_fkey'`;
  expect(deletes.rule).toBe('c');
});
