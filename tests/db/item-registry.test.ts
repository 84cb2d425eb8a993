import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import { enquiry, useEnquiries } from './enquiry.ts';
import { committedAs, refusal } from './studio.ts';

const { studio, items, prop, submit } = useEnquiries();
const sql = () => studio.db.owner;

/** Tables by kind, with the code column and what a row needs besides its name. */
const KINDS: Record<string, { table: string; code: string; more: Record<string, unknown> }> = {
  prop: { table: 'props', code: 'prop_id', more: {} },
  cloth: { table: 'clothes', code: 'cloth_id', more: {} },
  backdrop: {
    table: 'backdrops',
    code: 'backdrop_id',
    more: { length_feet: 9, width_feet: 8 },
  },
  gear: { table: 'gear', code: 'gear_id', more: {} },
  crew: { table: 'crews', code: 'crew_id', more: {} },
  set: { table: 'sets', code: 'set_id', more: { category: 'set' } },
};

/** Rows in which the registry and the six tables differ. */
async function differences(): Promise<unknown[]> {
  const listed = Object.entries(KINDS).map(
    ([kind, { table, code }]) =>
      `select id, '${kind}' as kind, ${code} as code, name, slug, price, quantity, images[1] as image,
        in_studio, active, updated_at from ${table}`,
  );
  const registered = `select id, kind, code, name, slug, price, quantity, image, in_studio, active,
    updated_at from public.items where removed_at is null`;
  const tables = `select * from (${listed.join(' union all ')}) as listed`;
  const rows = await sql().unsafe(
    `(${tables} except ${registered}) union all (${registered} except ${tables})`,
  );
  return [...rows];
}
const add = async (kind: string, values: Record<string, unknown> = {}) => {
  const { table = '', more = {} } = KINDS[kind] ?? {};
  const [row] = await sql()<{ id: string }[]>`
    insert into ${sql()(table)} ${sql()({ name: 'Registered', ...more, ...values })} returning id`;
  return row?.id ?? '';
};
const registered = async (id: string) => {
  const [row] = await sql()<{ kind: string; active: boolean; removed: boolean }[]>`
    select kind, active, removed_at is not null as removed from public.items where id = ${id}`;
  return row;
};

describe.each(Object.entries(KINDS))('the registry of a %s', (kind, { table, more }) => {
  test('follows every write of its table, of one item or many', async () => {
    const id = await add(kind, { images: ['/first.webp', '/second.webp'], quantity: 3 });
    expect(await differences()).toEqual([]);
    await sql()`insert into ${sql()(table)} ${sql()(
      ['Many 1', 'Many 2', 'Many 3'].map((name) => ({ name, ...more })),
    )}`;
    await sql()`update ${sql()(table)} set name = name || '!', price = price + 1, active = not active,
      in_studio = not in_studio, quantity = quantity + 2, images = '{/third.webp}'`;
    expect(await differences()).toEqual([]);
    await sql()`insert into ${sql()(table)} ${sql()({ id, name: 'Again', ...more })}
      on conflict (id) do update set name = excluded.name`;
    await sql()`delete from ${sql()(table)} where name like 'Many%'`;
    expect(await differences()).toEqual([]);
    const other = randomUUID();
    await sql()`update ${sql()(table)} set id = ${other} where id = ${id}`;
    expect(await differences()).toEqual([]);
    expect(await registered(id)).toEqual({ kind, active: false, removed: true });
    expect(await registered(other)).toMatchObject({ kind, removed: false });
    await sql()`delete from ${sql()(table)} where id = ${other}`;
    await sql()`update ${sql()(table)} set active = true`;
  });

  test('knows a deleted item again when it is back under its id', async () => {
    const id = await add(kind);
    await sql()`delete from ${sql()(table)} where id = ${id}`;
    expect(await registered(id)).toEqual({ kind, active: false, removed: true });
    await add(kind, { id });
    expect(await registered(id)).toEqual({ kind, active: true, removed: false });
    expect(await differences()).toEqual([]);
  });
});

test('an id belongs to one item of all kinds', async () => {
  const id = await add('prop');
  const refused = await refusal(add('gear', { id }));
  expect(refused).toMatchObject({
    code: '23505',
    message: 'An item of another kind has the id of this gear.',
  });
  await sql()`delete from props where id = ${id}`;
  expect((await refusal(add('gear', { id }))).code).toBe('23505');
  expect(await sql()`select from gear where id = ${id}`).toHaveLength(0);
});

test('a truncated table leaves its items as deleted', async () => {
  const undo = new Error('undo');
  const run = sql().begin(async (tx) => {
    const id = await add('crew');
    await tx`truncate crews`;
    expect(await tx`select from public.items where kind = 'crew' and removed_at is null`).toEqual(
      expect.objectContaining({ count: 0 }),
    );
    expect(await tx`select from public.items where id = ${id}`).toHaveLength(1);
    throw undo;
  });
  await expect(run).rejects.toBe(undo);
});

test('rebuilding repairs what was written while the triggers were off', async () => {
  await sql().begin(async (tx) => {
    await tx`alter table props disable trigger user`;
    await tx`insert into props (name, prop_id, slug) values ('Unseen', 'PRP-90001', 'unseen')`;
    await tx`update props set name = 'Renamed unseen' where name = 'Wing chair'`;
    await tx`alter table props enable trigger user`;
    await tx`update public.items set price = price + 1 where kind = 'set'`;
  });
  await sql()`delete from public.items where kind = 'cloth' and id not in (
    select item_id from enquiry_items union select item_id from order_items)`;
  const gone = await add('crew');
  await sql()`alter table crews disable trigger user`;
  await sql()`delete from crews where id = ${gone}`;
  await sql()`alter table crews enable trigger user`;
  expect(await differences()).not.toEqual([]);
  await sql()`select private.rebuild_items()`;
  expect(await differences()).toEqual([]);
  expect(await registered(gone)).toMatchObject({ removed: true });
  await sql()`update props set name = 'Wing chair' where name = 'Renamed unseen'`;
});

describe('a line', () => {
  const line = (type: string, id: string) => sql()`
    insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price)
    values (${studio.ids.enquiry}, ${type}, ${id}, 1, 10)`;

  test('names an item of its type', async () => {
    const foreignKey = 'enquiry_items_item_id_fkey';
    for (const [type, id] of [
      ['gear', items.prop ?? ''],
      ['prop', randomUUID()],
      ['vehicle', items.prop ?? ''],
    ] as const) {
      const refused = await refusal(line(type, id));
      expect(refused.code).toBe('23503');
      expect(refused.message).toContain(foreignKey);
    }
    const order = await refusal(sql()`
      insert into order_items (order_id, item_type, item_id, quantity, price)
      values (${studio.ids.order}, 'gear', ${items.prop ?? ''}, 1, 10)`);
    expect(order.code).toBe('23503');
    expect(order.message).toContain('order_items_item_id_fkey');
  });

  test('stays when its item is deleted, without a name until the item is back', async () => {
    const id = await add('prop', { name: 'Short-lived', price: 70 });
    const sent = await submit(enquiry({ items: [prop({ id, price: 70 })] }));
    const shown = () =>
      studio.as('crm_user', async (tx) => {
        const [row] = await tx<{ items: unknown[] }[]>`
          select enquiry_record(number => ${sent.enquiry_number}) -> 'items' as items`;
        return row?.items;
      });
    expect(await shown()).toMatchObject([{ item_id: id, price: 70, name: 'Short-lived' }]);
    // As the service role, the only one that may.
    await studio.db.requests.begin(async (tx) => {
      await tx`select set_config('role', 'service_role', true)`;
      await tx`delete from props where id = ${id}`;
    });
    expect(await shown()).toMatchObject([
      { item_id: id, item_type: 'prop', price: 70, name: null },
    ]);
    const refused = await refusal(submit(enquiry({ items: [prop({ id, price: 70 })] })));
    expect(refused.message).toBe('item_unavailable');
    await add('prop', { id, name: 'Back', price: 70 });
    expect(await shown()).toMatchObject([{ item_id: id, name: 'Back' }]);
  });

  test('of an inactive item tells visitors nothing about it', async () => {
    const id = await add('prop', { name: 'Secret', active: false });
    const seen = (caller: 'anon' | 'no profile' | 'inventory_user') =>
      studio.as(caller, (tx) => tx`select name from catalogue_items where id = ${id}`);
    expect(await seen('anon')).toHaveLength(0);
    expect(await seen('no profile')).toHaveLength(0);
    expect(await seen('inventory_user')).toHaveLength(1);
    await sql()`delete from props where id = ${id}`;
    expect(await seen('inventory_user')).toHaveLength(0);
  });
});

describe('locks', () => {
  let chairs: string[] = [];
  beforeAll(async () => {
    chairs = await Promise.all(
      Array.from({ length: 12 }, (_, at) => add('prop', { name: `Chair ${at}`, price: 5 })),
    );
  });

  test('of a change of an item, and of its row for a booking, do not make an enquiry wait', async () => {
    const [id = ''] = chairs;
    await sql().begin(async (tx) => {
      await tx`update props set description = 'Being written' where id = ${id}`;
      await tx`select from public.items where id = ${id} for no key update`;
      const answer = await submit(enquiry({ items: [prop({ id, price: 5 })] }));
      expect(answer.total_price).toBe(10);
    });
  });

  test(
    'of many changes, enquiries and bookings at once never form a circle',
    { tags: ['long'] },
    async () => {
      const db = await openDatabase(studio.owner, { ownerConnections: 12 });
      const shuffled = () => chairs.toSorted(() => Math.random() - 0.5);
      const failures: string[] = [];
      const tell = (error: Error & { code?: string }) =>
        failures.push(`${error.code} ${error.message}`);
      const writer = async (n: number) => {
        for (let round = 0; round < 12; round += 1) {
          const some = shuffled().slice(0, 8);
          const change = (): Promise<unknown> =>
            n % 3 === 0
              ? committedAs(
                  db,
                  studio.who('inventory_user'),
                  (tx) =>
                    tx`select change_items('prop', ${some}, ${tx.json({ price: 5, in_studio: round % 2 === 0 })})`,
                )
              : n % 3 === 1
                ? db.owner.begin(async (tx) => {
                    await tx`select from public.items where id = any (${some}) order by id for no key update`;
                    await tx`select pg_sleep(0.005)`;
                  })
                : submit(
                    enquiry({
                      mobile: `+9198${String(10_000_000 + n * 1000 + round)}`,
                      items: some.map((id) => prop({ id, price: 5 })),
                    }),
                  );
          await change().catch(tell);
        }
      };
      await Promise.all(Array.from({ length: 9 }, (_, n) => writer(n)));
      await db.close();
      expect(failures).toEqual([]);
      expect(await differences()).toEqual([]);
    },
  );
});
