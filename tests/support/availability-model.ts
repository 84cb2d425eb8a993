/**
 * Promised and free pieces of the studio, day by day, computed from plain rows. Tests compare the
 * database with it. why: written from the rules alone (docs/product/availability.md) and without SQL,
 * so that a fault of the database's functions cannot repeat itself here.
 */

/** Days since 1970-01-01 of a date (YYYY-MM-DD). */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
/** The date (YYYY-MM-DD) of a day since 1970-01-01. */
export const dateOf = (day: number): string =>
  new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Days from `from` up to, but not including, `end`. */
export type Span = { from: number; end: number };
/** The span of a rental, whose last day is included. */
export const spanOf = (first: string, last: string): Span => ({
  from: dayOf(first),
  end: dayOf(last) + 1,
});
/** More days than a turnaround of 30 working days takes. */
const MOST_TURNAROUND = 100;
const has = ({ from, end }: Span, day: number) => from <= day && day < end;
const daysIn = ({ from, end }: Span) =>
  Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at);

export type StockItem = {
  id: string;
  kind: string;
  /** Pieces owned; 0 of an item that was not deleted: not counted. */
  quantity: number;
  isDeleted: boolean;
  /** Working days between a rental's last day and the next rental. */
  turnaround: number;
};
export type Reservation = {
  id: string;
  item: string;
  quantity: number;
  kind: 'rental' | 'hold' | 'out_of_service' | 'sub_rental';
  status: 'held' | 'booked' | 'out' | 'returned' | 'released';
  rented: Span;
  blocked: Span;
  /** Milliseconds since 1970; of holds only. */
  expires: number | null;
  orderItem: string | null;
  enquiryItem: string | null;
};
export type Component = { kit: string; component: string; quantity: number };
export type Rows = {
  items: readonly StockItem[];
  components: readonly Component[];
  reservations: readonly Reservation[];
  /** ISO numbers: Monday is 1. */
  closedWeekdays: readonly number[];
  closedDays: readonly number[];
};
/** Pieces that somebody wants of an item on these days. */
export type Want = { item: string; quantity: number; rented: Span };
/** One day of one item, as `private.item_days` has it, and what is free. */
export type ItemDay = { room: number; booked: number; held: number; short: number; free: number };
/** Why something is not free: one short item, with the figures of its worst day. */
export type Short = { item: string; wanted: number; free: number; days: number[] };

const isClosed = ({ closedWeekdays, closedDays }: Pick<Rows, 'closedWeekdays' | 'closedDays'>) => {
  const special = new Set(closedDays);
  // 1970-01-01 was a Thursday.
  return (day: number) => closedWeekdays.includes(((day + 3) % 7) + 1) || special.has(day);
};

/** The days on which a rental blocks an item: its own, and then as many working days as turnaround. */
export function blockedSpan(
  rented: Span,
  turnaround: number,
  closing: Pick<Rows, 'closedWeekdays' | 'closedDays'>,
): Span {
  const closed = isClosed(closing);
  let { end } = rented;
  for (let left = turnaround; left > 0; end += 1) if (!closed(end)) left -= 1;
  return { from: rented.from, end };
}

/**
 * One item's day, from its reservations. What is back takes pieces only while it needs turnaround. Without `now` expired
 * holds count, as in the stored rows.
 */
export function itemDay(
  item: StockItem,
  day: number,
  reservations: readonly Reservation[],
  now?: number,
): ItemDay {
  let room = ownedPieces(item);
  let [booked, held] = [0, 0];
  for (const { item: id, kind, status, quantity, rented, blocked, expires } of reservations) {
    if (id !== item.id || status === 'released' || !has(blocked, day)) continue;
    if (status === 'returned' && blocked.end === rented.end) continue;
    if (kind === 'out_of_service') room -= quantity;
    else if (kind === 'sub_rental') room += quantity;
    else if (kind === 'rental') booked += quantity;
    else if (now === undefined || expires === null || expires > now) held += quantity;
  }
  room = Math.max(0, room);
  const free = Math.max(0, room - booked - held);
  return { room, booked, held, short: Math.max(0, booked + held - room), free };
}

const ownedPieces = ({ isDeleted, quantity }: StockItem) => (isDeleted ? 0 : quantity);

/** Whether stock of this item limits anything. */
export const isCounted = (item: StockItem): boolean => item.quantity > 0 || item.isDeleted;

/** Pieces that these reservations promise on a day. What is back is no promise. */
const promisedOn = (reservations: readonly Reservation[], day: number) =>
  reservations
    .filter(({ status, blocked }) => status !== 'returned' && has(blocked, day))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Why an item cannot be promised: pieces wanted and free on the worst of its short days, and those
 * days. Empty when it can. `others` are its reservations but for the replaced ones, which are `kept`.
 */
export function shortage(
  item: StockItem,
  onDays: ReadonlyMap<number, number>,
  others: readonly Reservation[],
  kept: readonly Reservation[],
  now: number,
  today: number,
): Short[] {
  if (!isCounted(item)) return [];
  const short = [...onDays]
    .filter(([day, wanted]) => day >= today && wanted > promisedOn(kept, day))
    .map(([day, wanted]) => ({ day, wanted, ...itemDay(item, day, others, now) }))
    .filter(({ wanted, free }) => wanted > free)
    .toSorted((one, other) => one.day - other.day);
  if (short.length === 0) return [];
  return [
    {
      item: item.id,
      wanted: Math.max(...short.map(({ wanted }) => wanted)),
      free: Math.min(...short.map(({ free }) => free)),
      days: short.map(({ day }) => day),
    },
  ];
}

export function createModel(rows: Rows) {
  const items = new Map(rows.items.map((item) => [item.id, item]));
  const ofItem = Map.groupBy(rows.reservations, ({ item }) => item);
  const componentsOf = Map.groupBy(rows.components, ({ kit }) => kit);
  const itemOf = (id: string) => {
    const item = items.get(id);
    if (!item) throw new Error(`There is no item ${id}.`);
    return item;
  };

  /** The item and everything inside of it, with how many of each one piece needs. */
  function partsOf(id: string): Map<string, number> {
    const parts = new Map([[id, 1]]);
    for (const { component, quantity } of componentsOf.get(id) ?? [])
      for (const [part, inside] of partsOf(component))
        parts.set(part, (parts.get(part) ?? 0) + inside * quantity);
    return parts;
  }

  const blockedOf = (id: string, rented: Span) => blockedSpan(rented, itemOf(id).turnaround, rows);
  const dayFor = (id: string, day: number, now?: number) =>
    itemDay(itemOf(id), day, ofItem.get(id) ?? [], now);

  /** Pieces wanted of each item and part on each day. */
  function demandOf(wants: readonly Want[]): Map<string, Map<number, number>> {
    const demand = new Map<string, Map<number, number>>();
    for (const { item, quantity, rented } of wants)
      for (const [part, each] of partsOf(item)) {
        const onDays = demand.get(part) ?? new Map<number, number>();
        demand.set(part, onDays);
        for (const day of daysIn(blockedOf(part, rented)))
          onDays.set(day, (onDays.get(day) ?? 0) + each * quantity);
      }
    return demand;
  }

  /**
   * The counted items that are short for these wants together, from `today` on. `kept` are
   * reservations that the wants replace; on a day where an item is not promised more than by these,
   * nothing is refused, even if facts have left it short.
   */
  function shortOf(
    wants: readonly Want[],
    now: number,
    today: number,
    kept: readonly Reservation[] = [],
  ): Short[] {
    const short: Short[] = [];
    const keptIds = new Set(kept.map(({ id }) => id));
    for (const [id, onDays] of demandOf(wants)) {
      const item = itemOf(id);
      const others = (ofItem.get(id) ?? []).filter((each) => !keptIds.has(each.id));
      const own = kept.filter((each) => each.item === id);
      short.push(...shortage(item, onDays, others, own, now, today));
    }
    return short;
  }

  /**
   * The counted items of which fewer pieces are here today than would leave with these wants: without those that are
   * out, out of service or hired in later. `free` is what is here; there are no days.
   */
  function notHere(wants: readonly Want[], today: number): Short[] {
    const leaving = new Map<string, number>();
    for (const { item, quantity } of wants)
      for (const [part, each] of partsOf(item))
        leaving.set(part, (leaving.get(part) ?? 0) + each * quantity);
    return [...leaving].flatMap(([id, wanted]) => {
      const reserved = ofItem.get(id) ?? [];
      const out = reserved
        .filter(({ status }) => status === 'out')
        .reduce((sum, { quantity }) => sum + quantity, 0);
      const free = itemDay(itemOf(id), today, reserved).room - out;
      if (itemOf(id).quantity === 0 || wanted <= free) return [];
      return [{ item: id, wanted, free: Math.max(0, free), days: [] }];
    });
  }

  /** Least free pieces for that rental, including its turnaround; null when nothing is counted. */
  function leastFree(id: string, rented: Span, now: number): number | null {
    const frees = [...partsOf(id)]
      .filter(([part]) => isCounted(itemOf(part)))
      .flatMap(([part, each]) =>
        daysIn(blockedOf(part, rented)).map((day) =>
          Math.floor(dayFor(part, day, now).free / each),
        ),
      );
    return frees.length > 0 ? Math.min(...frees) : null;
  }

  /** Pieces that the studio has; of a kit, as many as can be complete. */
  function ownedOf(id: string): number | null {
    const counted = [...partsOf(id)].filter(([part]) => isCounted(itemOf(part)));
    const owned = counted.map(([part, each]) => Math.floor(ownedPieces(itemOf(part)) / each));
    return owned.length > 0 ? Math.min(...owned) : null;
  }

  /** First day, within a year, on which that want fits while all others move along with it. */
  function nextFree(id: string, wants: readonly Want[], rented: Span, now: number): number | null {
    const parts = new Set(partsOf(id).keys());
    for (let later = 0; later <= 365; later += 1) {
      const moved = wants.map((want) => ({
        ...want,
        rented: { from: rented.from + later, end: rented.end + later },
      }));
      if (!shortOf(moved, now, rented.from).some(({ item }) => parts.has(item)))
        return rented.from + later;
    }
    return null;
  }

  /** The rows that `private.item_days` must have from `today` on, by `item date`: of days not all free. */
  function itemDays(today: number): Map<string, Omit<ItemDay, 'free'>> {
    const expected = new Map<string, Omit<ItemDay, 'free'>>();
    for (const [id, reservations] of ofItem) {
      if (!isCounted(itemOf(id))) continue;
      const live = reservations.filter(({ status }) => status !== 'released');
      for (const day of new Set(live.flatMap(({ blocked }) => daysIn(blocked)))) {
        if (day < today) continue;
        const { room, booked, held, short } = itemDay(itemOf(id), day, live);
        if (booked + held === 0 && room === ownedPieces(itemOf(id))) continue;
        expected.set(`${id} ${dateOf(day)}`, { room, booked, held, short });
      }
    }
    return expected;
  }

  /**
   * Promised pieces of an item that are not there on a day, from `today` on. What is out past its last day blocks today
   * and its turnaround. What is back is no promise.
   */
  function missing(id: string, day: number, now: number, today: number): number {
    const item = itemOf(id);
    if (!isCounted(item)) return 0;
    const taking = (ofItem.get(id) ?? []).flatMap((each) => {
      const { status, rented } = each;
      if (status !== 'out' || rented.end > today) return [each];
      return [{ ...each, blocked: blockedOf(id, { from: rented.from, end: today + 1 }) }];
    });
    const { short } = itemDay(item, day, taking, now);
    const promises = taking.filter(
      ({ kind, expires }) => kind === 'rental' || (kind === 'hold' && (expires ?? 0) > now),
    );
    return Math.min(short, promisedOn(promises, day));
  }

  /** The counted items with promised pieces missing, as `item days most`, sorted. */
  function conflicts(now: number, today: number): string[] {
    const lastDay = Math.max(today, ...rows.reservations.map(({ blocked }) => blocked.end));
    const days = daysIn({ from: today, end: lastDay + MOST_TURNAROUND });
    return rows.items
      .flatMap(({ id }) => {
        const short = days
          .map((day) => ({ day, pieces: missing(id, day, now, today) }))
          .filter(({ pieces }) => pieces > 0);
        const most = Math.max(...short.map(({ pieces }) => pieces));
        return short.length > 0
          ? [`${id} ${short.map(({ day }) => dateOf(day)).join()} ${most}`]
          : [];
      })
      .toSorted();
  }

  return {
    conflicts,
    itemOf,
    partsOf,
    blockedOf,
    dayFor,
    demandOf,
    shortOf,
    notHere,
    leastFree,
    ownedOf,
    nextFree,
    itemDays,
  };
}

export type Model = ReturnType<typeof createModel>;
