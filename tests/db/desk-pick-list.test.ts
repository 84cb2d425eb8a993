import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useStock } from './stock.ts';
import { committedAs, refusal } from './studio.ts';

const stock = useStock();

type PickLine = { item: string; name: string; out: number; back: number; late_days: number };
type PickList = {
  lines: (PickLine & { place: string | null; part_of: string | null; quantity: number })[];
  late: { days: number; total: number; lines: { quantity: number }[] } | null;
  movements: { kind: string; lines: object[] }[];
} | null;

const asStaff = async <T>(statement: string, values: string[] = []): Promise<T> =>
  committedAs(stock.studio.db, stock.studio.who('crm_user'), async (sql) => {
    const [row] = await sql.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values);
    return row!.answer;
  });
const pickList = (id: string) => asStaff<PickList>('public.pick_list($1::text::uuid)', [id]);
const handOver = (id: string) =>
  asStaff('public.hand_over($1::text::uuid, key => $2::text::uuid)', [id, randomUUID()]);
const day = async (offset: number) => {
  const [row] = await stock.sql<{ day: string }[]>`
    select (private.today() + ${offset}::integer)::text as day`;
  return row!.day;
};
const order = async (item: string, from: number, to: number, quantity = 1) =>
  stock.order([{ item, quantity, from: await day(from), to: await day(to) }]);

describe('the pick list', () => {
  test('is sorted by place and name, and shows a kit with its parts', async () => {
    const [kit, lamp] = [await stock.item(1, 'sets', 'Loft'), await stock.item(4, 'props', 'Lamp')];
    const chair = await stock.item(1, 'props', 'Armchair');
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${kit}, ${lamp}, 2)`;
    await stock.sql`update items set place = 'Shelf A' where id = ${lamp}`;
    const days = { from: await day(0), to: await day(0) };
    const id = await stock.order([
      { item: kit, ...days },
      { item: chair, ...days },
    ]);
    const list = await pickList(id);
    expect(
      list?.lines.map(({ name, place, part_of, quantity }) => [name, place, part_of, quantity]),
    ).toEqual([
      ['Lamp', 'Shelf A', 'Loft', 2],
      ['Armchair', null, null, 1],
      ['Loft', null, null, 1],
    ]);
    await handOver(id);
    expect((await pickList(id))?.lines.map(({ out }) => out)).toEqual([2, 1, 1]);
    expect((await pickList(id))?.movements).toMatchObject([
      { kind: 'hand_over', lines: [{}, {}, {}] },
    ]);
    expect(await pickList(randomUUID())).toBeNull();
  });

  test('names numbered pieces, and which of them are out', async () => {
    const chair = await stock.item(2);
    const other = await stock.item(1);
    const pieces = await stock.sql<{ id: string }[]>`
      insert into item_pieces (item_id, number, code)
      select item.id, place.n, item.code || '-0' || place.n
      from items as item cross join generate_series(1, 2) as place (n) where item.id in (${chair}, ${other})
      order by item.id = ${other}, place.n returning id`;
    const id = await order(chair, 0, 0, 2);
    const hand = (piece: string) =>
      asStaff(
        `public.hand_over($1::text::uuid, (select jsonb_agg(jsonb_build_object('line', line.id, 'quantity', 1,
          'pieces', jsonb_build_array($3::text))) from public.order_items as line
          where line.order_id = $1::text::uuid), key => $2::text::uuid)`,
        [id, randomUUID(), piece],
      );
    await hand(pieces[1]!.id);
    expect(await pickList(id)).toMatchObject({
      lines: [{ pieces: [{ out: false }, { out: true }] }],
    });
    expect((await refusal(hand(pieces[2]!.id))).code).toBe('PT422');
  });

  test('proposes a charge for each calendar day late', async () => {
    const chair = await stock.item(3);
    const id = await order(chair, -4, -2, 3);
    await stock.sql`update order_items set price = 100 where order_id = ${id}`;
    expect((await pickList(id))?.late).toBeNull();
    await handOver(id);
    expect((await pickList(id))?.late).toMatchObject({
      days: 2,
      total: 600,
      lines: [{ quantity: 3 }],
    });
    await asStaff(
      `public.take_back($1::text::uuid, (select jsonb_agg(jsonb_build_object('line', line.id, 'quantity', 2))
        from public.order_items as line where line.order_id = $1::text::uuid), key => $2::text::uuid)`,
      [id, randomUUID()],
    );
    expect(await pickList(id)).toMatchObject({
      late: { days: 2, total: 200 },
      lines: [{ out: 1, back: 2, late_days: 2 }],
    });
  });
});
