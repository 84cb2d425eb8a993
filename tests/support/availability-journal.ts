import type { Sql } from 'postgres';
import {
  createModel,
  dateOf,
  isCounted,
  itemDay,
  shortage,
  type Reservation,
  type Rows,
  type StockItem,
  type Want,
} from './availability-model.ts';
import { readRows, reservationOf, studioToday, type ReservationRow } from './availability-rows.ts';

/**
 * A journal of each change to stock and reservations in the order in which it became valid, and its
 * judge. why: whether a booking was rightly accepted or refused depends on what was there at that
 * moment, which the rows at the end no longer tell.
 */

/** A reservation with the order or enquiry that it belongs to. */
export type Reserved = Reservation & { order: string | null; enquiry: string | null };
/** Pieces of an item from one transaction to the next. */
type State = { at: number; tx: string; item: StockItem; live: readonly Reserved[] };
type Entry = {
  at: number;
  tx: string;
  item: string;
  before: (Record<string, unknown> & Partial<ReservationRow>) | null;
  after: (Record<string, unknown> & Partial<ReservationRow>) | null;
};

/** A refusal to judge. `lines` are its details. */
export type Refusal = {
  what: string;
  /** Milliseconds since 1970, on the machine of the database. */
  began: number;
  ended: number;
  lines: { id: string; wanted: number; free: number; days: string[] }[];
  /** The pieces that were wanted together; several if a concurrent request may have changed the dates. */
  wants: Want[][];
  /** Reservations that the refused request would have replaced. */
  isReplaced?: (reserved: Reserved) => boolean;
  /** It changes these in place, so days that they have already are no new promise. */
  keeps?: boolean;
  /** Pieces that it would have hired in: of a kit, with all parts. */
  hired?: Want[];
};

/**
 * Statement triggers that write the journal. why `zz_`: they fire after the product's triggers, which
 * lock the items, so that the order of an item's entries is the order of its transactions.
 */
export async function openJournal(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema journal;
    create table journal.entries (seq bigserial primary key,
      at timestamptz not null default clock_timestamp(), tx bigint not null default txid_current(),
      item uuid not null, before jsonb, after jsonb);
    create table journal.facts (tx bigint not null default txid_current(), line uuid not null);
    create function journal.of(stored jsonb) returns jsonb language sql stable set search_path = '' as $$
      select stored || jsonb_build_object(
        'order', (select order_id from public.order_items where id = (stored ->> 'order_item_id')::uuid),
        'enquiry', (select enquiry_order_id from public.enquiry_items
          where id = (stored ->> 'enquiry_item_id')::uuid)) $$;
    create function journal.write() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if tg_op <> 'INSERT' then
        insert into journal.entries (item, before)
        select coalesce(to_jsonb(o) ->> 'item_id', to_jsonb(o) ->> 'id')::uuid, to_jsonb(o)
        from old_rows as o;
      end if;
      if tg_op <> 'DELETE' then
        -- why not new_rows: the product's triggers may have changed these rows again.
        execute format('insert into journal.entries (item, after)
          select coalesce(to_jsonb(n) ->> ''item_id'', to_jsonb(n) ->> ''id'')::uuid, journal.of(to_jsonb(n))
          from public.%I as n where n.id in (select id from new_rows)', tg_table_name);
      end if;
      return null;
    end $$;
    create function journal.write_fact() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into journal.facts (line) select id from public.order_items where order_id = new.order_id;
      return null;
    end $$;
    create trigger zz_journal_fact after update on public.order_movements for each row
      when (new.kind = 'return' and old.undone_at is null and new.undone_at is not null)
      execute function journal.write_fact();
    ${['reservations', 'items']
      .map(
        (table) => `
    create trigger zz_journal_insert after insert on public.${table}
      referencing new table as new_rows for each statement execute function journal.write();
    create trigger zz_journal_update after update on public.${table}
      referencing old table as old_rows new table as new_rows for each statement execute function journal.write();
    create trigger zz_journal_delete after delete on public.${table}
      referencing old table as old_rows for each statement execute function journal.write();`,
      )
      .join('')}`);
}

/** Empties the journal and returns what is there now, for `readJournal`. */
export async function restartJournal(sql: Sql): Promise<Rows & { reserved: Reserved[] }> {
  await sql`truncate journal.entries, journal.facts`;
  const rows = await readRows(sql);
  const owners = await sql<{ id: string; order: string | null; enquiry: string | null }[]>`
    select reserved.id, line.order_id as order, asked.enquiry_order_id as enquiry
    from public.reservations as reserved
      left join public.order_items as line on line.id = reserved.order_item_id
      left join public.enquiry_items as asked on asked.id = reserved.enquiry_item_id
    where reserved.status <> 'released'`;
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
  const reserved = rows.reservations.map((each) => ({
    ...each,
    order: ownerOf.get(each.id)?.order ?? null,
    enquiry: ownerOf.get(each.id)?.enquiry ?? null,
  }));
  return { ...rows, reserved };
}

/** Reads the journal and replays it; the result judges what happened. */
export async function readJournal(sql: Sql, start: Rows & { reserved: Reserved[] }) {
  const rows = await sql<Entry[]>`
    select extract(epoch from at)::float8 * 1000 as at, tx::text, item, before, after
    from journal.entries order by seq`;
  const facts = await sql<{ fact: string }[]>`
    select tx || ' undone ' || line as fact from journal.facts
    union
    select tx || ' late ' || (coalesce(before, after) ->> 'id') from journal.entries
    group by tx, item, coalesce(before, after) ->> 'id'
    having max(after ->> 'rolled_on') >
      min(coalesce(before ->> 'rolled_on', '')) filter (where before is not null)`;
  const known = new Set(facts.map(({ fact }) => fact));
  const today = studioToday();
  const model = createModel({ ...start, reservations: [] });
  const faults: string[] = [];
  const states = new Map<string, State[]>();
  const liveOf = Map.groupBy(start.reserved, ({ item }) => item);
  for (const item of start.items)
    states.set(item.id, [{ at: 0, tx: '', item, live: liveOf.get(item.id) ?? [] }]);

  for (const entry of rows) {
    const list = states.get(entry.item);
    const last = list?.at(-1);
    if (!list || !last) continue;
    const next = changed(last, entry);
    if (last.tx === entry.tx) list[list.length - 1] = next;
    else if (next.item !== last.item || next.live !== last.live) list.push(next);
  }
  for (const [id, list] of states) {
    const txs = list.map(({ tx }) => tx);
    if (new Set(txs).size !== txs.length) faults.push(`two transactions changed ${id} at once`);
    for (const [at, state] of list.entries()) {
      const before = list[at - 1];
      if (before) faults.push(...overPromised(before, state, today, known));
    }
  }

  return {
    faults,
    transactions: new Set(rows.map(({ tx }) => tx)).size,
    /** Empty when that refusal was right at some moment of its request. */
    faultOf: (refusal: Refusal) => {
      const reasons = refusal.wants.map((wants) => wrongly(refusal, model.demandOf(wants)));
      return reasons.includes('') ? '' : (reasons[0] ?? 'nothing was wanted');
    },
  };

  function wrongly(refusal: Refusal, demand: Map<string, Map<number, number>>): string {
    const foreign = refusal.lines.find(({ id }) => !demand.has(id));
    if (foreign) return `${refusal.what}: ${foreign.id} was not wanted`;
    for (const [id, onDays] of demand) {
      const reported = refusal.lines.find((line) => line.id === id);
      const said = reported ? `${reported.wanted} ${reported.free} ${reported.days.join()}` : '';
      const possible = new Set(
        candidates(states.get(id) ?? [], refusal).flatMap((state) =>
          momentsOf(state, refusal).map((now) => told(state, onDays, now, refusal)),
        ),
      );
      if (!possible.has(said))
        return `${refusal.what}: "${said}" for ${id}, which was ${[...possible].map((each) => `"${each}"`).join(' or ')}`;
    }
    return '';
  }

  /** "wanted free days" as a refusal would tell it; '' when it fits. */
  function told({ item, live }: State, onDays: Map<number, number>, now: number, refusal: Refusal) {
    const others = live.filter((each) => !refusal.isReplaced?.(each));
    for (const { item: hired, quantity, rented } of refusal.hired ?? []) {
      const each = model.partsOf(hired).get(item.id);
      if (each) others.push(hiredIn(item.id, each * quantity, model.blockedOf(item.id, rented)));
    }
    const kept = refusal.keeps ? live.filter((each) => refusal.isReplaced?.(each)) : [];
    const [short] = shortage(item, onDays, others, kept, now, today);
    return short ? `${short.wanted} ${short.free} ${short.days.map(dateOf).join()}` : '';
  }
}

const hiredIn = (item: string, quantity: number, rented: Want['rented']): Reserved => ({
  id: 'hired',
  item,
  quantity,
  kind: 'sub_rental',
  status: 'booked',
  rented,
  blocked: rented,
  expires: null,
  orderItem: null,
  enquiryItem: null,
  order: null,
  enquiry: null,
});

function changed(last: State, { at, tx, before, after }: Entry): State {
  const row = after ?? before;
  if (!row) return last;
  if (!('item_id' in row)) {
    if (!after) return last;
    const item = {
      ...last.item,
      quantity: Number(after['quantity']),
      isDeleted: after['removed_at'] !== null,
    };
    const same = item.quantity === last.item.quantity && item.isDeleted === last.item.isDeleted;
    return same ? last : { ...last, at, tx, item };
  }
  const others = last.live.filter(({ id }) => id !== row.id);
  if (!after || after.status === 'released') {
    // why: a released row changes nothing, so it is also deleted without the item's lock.
    return others.length === last.live.length ? last : { ...last, at, tx, live: others };
  }
  const reserved = {
    ...reservationOf(after as ReservationRow),
    order: (after['order'] as string | null | undefined) ?? null,
    enquiry: (after['enquiry'] as string | null | undefined) ?? null,
  };
  return { ...last, at, tx, live: [...others, reserved] };
}

/**
 * Days on which a transaction added promises that had no piece. Its facts are no promises: pieces of an order that are
 * out again after an undone return, and late pieces, as many as there were before it.
 */
function overPromised(
  before: State,
  after: State,
  today: number,
  facts: ReadonlySet<string>,
): string[] {
  if (!isCounted(after.item)) return [];
  const had = new Map(before.live.map(({ id, quantity }) => [id, quantity]));
  const promises = ({ id, orderItem, quantity }: Reserved) => {
    if (facts.has(`${after.tx} undone ${orderItem}`)) return 0;
    const late = facts.has(`${after.tx} late ${id}`) ? (had.get(id) ?? quantity) : 0;
    return Math.max(0, quantity - late);
  };
  const promised = (state: State, day: number) =>
    state.live
      .filter(({ kind, status }) => kind === 'hold' || (kind === 'rental' && status !== 'returned'))
      .filter(({ blocked }) => blocked.from <= day && day < blocked.end)
      .reduce((sum, each) => sum + promises(each), 0);
  const ids = new Set(before.live.map(({ id }) => id));
  const days = new Set(
    after.live
      .filter((each) => !ids.has(each.id) || before.live.every((old) => old !== each))
      .flatMap(({ blocked }) =>
        Array.from({ length: blocked.end - blocked.from }, (_, at) => blocked.from + at),
      ),
  );
  return [...days]
    .filter((day) => day >= today && promised(after, day) > promised(before, day))
    .filter((day) => itemDay(after.item, day, after.live).short > 0)
    .map((day) => {
      const { room, short } = itemDay(after.item, day, after.live);
      const grew = `${promised(before, day)} pieces became ${promised(after, day)}`;
      return `${after.item.id} was promised beyond its room on ${dateOf(day)} by ${after.tx}: ${grew} of ${room}, ${short} short`;
    });
}

/**
 * The states that a request could have seen. The state before the last one that was written before
 * the request began is the earliest: its successor had its lock, so it was committed by then.
 */
function candidates(list: readonly State[], { began, ended }: Refusal): State[] {
  const last = list.findLastIndex(({ at }) => at <= ended);
  const first = list.findLastIndex(({ at }) => at <= began);
  return list.slice(Math.max(0, first - 1), last + 1);
}

/** Moments of a request between which a hold ended. */
const momentsOf = ({ live }: State, { began, ended }: Refusal): number[] => [
  began,
  ended,
  ...live.flatMap(({ expires }) =>
    expires !== null && expires > began && expires < ended ? [expires] : [],
  ),
];
