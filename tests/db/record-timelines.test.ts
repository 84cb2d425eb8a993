import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOrderEdits } from './order-edits.ts';
import { committedAs } from './studio.ts';

const { studio, call, item, enquire, convert, hold, edit, order, code, expire } = useOrderEdits();

interface Told {
  id: string;
  created_at: string;
  actor: string;
  user_id: string | null;
  what: string;
  from: string | null;
  to: string | null;
  from_name: string | null;
  to_name: string | null;
}

const timelineOf = async (record: 'enquiry_record' | 'order_record', id: string) =>
  (await call<{ timeline: Told[] }>(record, { id })).timeline;
const endsOf = async (id: string) =>
  (await timelineOf('enquiry_record', id)).filter(({ what }) => what === 'hold_ended');

/** Moves the last hold of an enquiry and its event into the past: it ended an hour ago. */
async function letEnd(id: string): Promise<void> {
  await expire(id);
  await studio.db.owner`
    update crm_events as held set created_at = now() - interval '2 hours',
      to_value = private.iso_time(now() - interval '1 hour')
    where held.subject_id = ${id} and held.what = 'held' and held.created_at = (
      select max(last.created_at) from crm_events as last where last.subject_id = ${id} and last.what = 'held')`;
}

describe('the end of a hold', () => {
  test('by itself is told at its moment, also after the hold was renewed', async () => {
    const { id } = await enquire({ item: await item(1) });
    await hold(id);
    expect(await endsOf(id)).toEqual([]);
    await letEnd(id);
    const [ended, ...more] = await endsOf(id);
    expect(more).toEqual([]);
    expect(ended).toMatchObject({ actor: 'system', user_id: null });
    expect(Date.parse(ended?.created_at ?? '')).toBe(Date.parse(ended?.from ?? ''));
    expect(Date.parse(ended?.created_at ?? '')).toBeLessThan(Date.now());
    await hold(id);
    expect(await endsOf(id)).toEqual([ended]);
    await call('release_hold', { id });
    expect(await endsOf(id)).toEqual([ended]);
  });

  test('with the status of its enquiry is told with who set it', async () => {
    const { id } = await enquire({ item: await item(1) });
    await hold(id);
    const staff = studio.who('crm_user');
    await committedAs(
      studio.db,
      staff,
      (sql) => sql`update enquiry_orders set status = 'closed' where id = ${id}`,
    );
    expect(await endsOf(id)).toEqual([
      expect.objectContaining({ actor: 'staff', user_id: staff.sub }),
    ]);
  });

  test('is told once where it was released, extended or converted', async () => {
    const [released, extended, converted] = [
      await enquire({ item: await item(1) }),
      await enquire({ item: await item(1) }),
      await enquire({ item: await item(1) }),
    ];
    for (const { id } of [released, extended, converted]) await hold(id, 2);
    await call('release_hold', { id: released.id });
    await hold(extended.id, 3);
    const made = await convert(converted.id);
    expect(await endsOf(released.id)).toEqual([]);
    expect(await endsOf(extended.id)).toEqual([]);
    const told = await timelineOf('order_record', made['id']);
    expect(told.map(({ what }) => what)).not.toContain('hold_ended');
  });
});

test('changes of lines have the names of their items', async () => {
  const [sofa, lamp] = [await item(3), await item(3)];
  const made = await order({ item: sofa });
  const [line] = made.lines;
  const added = { type: 'prop', item: lamp, quantity: 2, line: randomUUID() };
  await edit(made.id, [
    { action: 'quantity', line, quantity: 2 },
    { action: 'add', ...added },
  ]);
  await edit(made.id, [{ action: 'remove', line: added.line }]);
  const [sofaName, lampName] = await Promise.all(
    [sofa, lamp].map(async (id) => {
      const [row] = await studio.db.owner<
        { name: string }[]
      >`select name from items where id = ${id}`;
      return row?.name;
    }),
  );
  const told = (await timelineOf('order_record', made.id)).filter(({ what }) =>
    what.startsWith('line_'),
  );
  expect(
    told.map(({ what, from, to, from_name, to_name }) => [what, from, to, from_name, to_name]),
  ).toEqual(
    expect.arrayContaining([
      ['line_removed', `${await code(lamp)} ×2`, null, lampName, null],
      ['line_added', null, `${await code(lamp)} ×2`, null, lampName],
      ['line_quantity', `${await code(sofa)} ×1`, `${await code(sofa)} ×2`, sofaName, sofaName],
    ]),
  );
});
