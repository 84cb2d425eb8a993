import { randomUUID } from 'node:crypto';
import type { JSONValue } from 'postgres';
import { afterEach } from 'vitest';
import { useStock } from './stock.ts';
import { committedAs, refusal, type CallerName } from './studio.ts';

type Moved = {
  line: string;
  item?: string;
  quantity: number;
  condition?: string;
  note?: string;
  photos?: string[];
  repair_until?: string;
};
type Options = {
  day?: string;
  reason?: string;
  key?: string;
  charges?: JSONValue;
  anyway?: boolean;
};
type Answer = { status: string; movement: string; total_price: number };

/** Types of arguments that are sent as text. */
const TYPES: Readonly<Record<string, string>> = {
  id: 'uuid',
  key: 'uuid',
  day: 'date',
  rental_from: 'date',
  rental_to: 'date',
};

/** A studio for tests of the desk, with the calls that they make. After each test its stock must be right. */
export function useMovements() {
  const stock = useStock();

  const call = async <T>(
    name: string,
    args: Record<string, JSONValue>,
    caller: CallerName = 'crm_user',
  ): Promise<T> =>
    committedAs(stock.studio.db, stock.studio.who(caller), async (sql) => {
      const list = Object.entries(args).map(([arg, value], at) => {
        const type = TYPES[arg] ?? 'text';
        return `${arg} => $${at + 1}::${typeof value === 'string' ? `text::${type}` : typeof value === 'boolean' ? 'boolean' : 'jsonb'}`;
      });
      const values = Object.values(args).map((value) =>
        typeof value === 'string' || typeof value === 'boolean' ? value : sql.json(value),
      );
      const [row] = await sql.unsafe<{ answer: T }[]>(
        `select public.${name}(${list.join(', ')}) as answer`,
        values,
      );
      return row!.answer;
    });

  const move = (
    name: 'hand_over' | 'take_back',
    id: string,
    lines: Moved[] | null,
    more: Options = {},
  ) => call<Answer>(name, { id, key: randomUUID(), ...(lines && { lines }), ...more });
  const handOver = (id: string, lines: Moved[] | null = null, more: Options = {}) =>
    move('hand_over', id, lines, more);
  const takeBack = (id: string, lines: Moved[] | null = null, more: Options = {}) =>
    move('take_back', id, lines, more);
  const undo = (id: string) =>
    call<Answer>('undo_movement', { id, reason: 'The wrong order', key: randomUUID() });

  const day = async (offset: number) => {
    const [row] = await stock.sql<{ day: string }[]>`
      select (private.today() + ${offset}::integer)::text as day`;
    return row!.day;
  };
  const linesOf = async (order: string) => {
    const rows = await stock.sql<{ id: string }[]>`
      select id from order_items where order_id = ${order} order by position`;
    return rows.map(({ id }) => id);
  };
  const statusOf = async (order: string) => {
    const [row] = await stock.sql<
      { status: string }[]
    >`select status from orders where id = ${order}`;
    return row!.status;
  };
  /** The live reservations of an order: `out 3 out 2`: three pieces, of which two are out. */
  const rowsOf = async (order: string) => {
    const rows = await stock.sql<{ text: string }[]>`
      select row.status || ' ' || row.quantity || coalesce(' out ' || row.handed_over, '') as text
      from reservations as row join order_items as line on line.id = row.order_item_id
      where line.order_id = ${order} and row.status <> 'released'
      order by line.position, row.movement_id is not null, row.created_at, 1`;
    return rows.map(({ text }) => text);
  };
  /** An order of chairs from today until in two days. */
  async function rented(quantity: number, owned = quantity) {
    const chair = await stock.item(owned);
    const [from, to] = await Promise.all([0, 2].map(day));
    const order = await stock.order([{ item: chair, quantity, from: from!, to: to! }]);
    const [line] = await linesOf(order);
    return { chair, order, line: line!, from: from!, to: to! };
  }
  const detailOf = async (run: Promise<unknown>) => {
    const { code, detail } = await refusal(run);
    return [code, JSON.parse(detail ?? 'null') as unknown];
  };

  afterEach(async () => {
    const [row] = await stock.sql<{ differences: number }[]>`
      select private.recount_stock() as differences`;
    if (row?.differences !== 0) throw new Error(`The stock differs in ${row?.differences} rows.`);
  });

  return {
    stock,
    call,
    handOver,
    takeBack,
    undo,
    day,
    linesOf,
    statusOf,
    rowsOf,
    rented,
    detailOf,
  };
}
