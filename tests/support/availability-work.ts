import { randomUUID } from 'node:crypto';
import { visitor, type Reply, type Visitor } from '#tests/fault/asking.ts';
import type { Refusal, Reserved } from './availability-journal.ts';
import { dateOf, type Want } from './availability-model.ts';
import { studioToday } from './availability-rows.ts';
import type { Dice } from './dice.ts';

/** A running site, or several of one database. */
export type StormSite = {
  /** The address of the next request. */
  addressOf: () => string;
  apikey: string;
  serviceKey: string;
  /** Access tokens of staff, taken in turn. */
  tokens: readonly string[];
};
export type Thing = { id: string; type: string; table: string; quantity: number };
export type Line = { id: string; item: string; quantity: number };
export type Asked = { id: string; lines: Line[]; dates: Want['rented']; held: boolean };
export type Made = { id: string; lines: Line[]; dates: Want['rented'][] };

/** Days ahead within which everything happens. why: so few that most bookings compete. */
const HORIZON = 16;
export const RPC = '/rest/v1/rpc';

/** A client with a staff token. */
export const staffOf = (site: StormSite, at: number): Visitor =>
  visitor(site.addressOf, site.apikey, {
    authorization: `Bearer ${site.tokens[at % site.tokens.length]}`,
  });
const serviceOf = (site: StormSite) =>
  visitor(site.addressOf, site.serviceKey, { authorization: `Bearer ${site.serviceKey}` });

/** A random enquiry: one to five lines in any order, and days within the horizon. */
export function wish(dice: Dice, things: readonly Thing[]) {
  const from = studioToday() + 1 + dice.below(HORIZON);
  const lines = Array.from({ length: 1 + dice.below(5) }, () => ({
    item: dice.of(things).id,
    quantity: 1 + dice.below(2),
  }));
  return { lines, dates: { from, end: from + 1 + dice.below(4) } };
}

export type Work = {
  what: string;
  send: () => Promise<Reply | null>;
  done?: (body: unknown) => void;
  /** Of work that may be refused as not free. */
  wants?: Pick<Refusal, 'wants' | 'isReplaced' | 'keeps' | 'hired'>;
};
export type Scene = {
  site: StormSite;
  at: number;
  things: readonly Thing[];
  enquiries: readonly Asked[];
  orders: Made[];
  facts: string[];
};

const iso = ({ from, end }: Want['rented']) => ({
  rental_from: dateOf(from),
  rental_to: dateOf(end - 1),
});

/** The next piece of work; null when there is nothing yet to work on. */
export function pick(
  dice: Dice,
  { site, at, things, enquiries, orders, facts }: Scene,
): Work | null {
  const staff = staffOf(site, at);
  const call = (name: string, body: object) => () => staff.ask(`${RPC}/${name}`, { body });
  const patch = (who: Visitor, path: string, body: object) => () =>
    who.ask(`/rest/v1/${path}`, { method: 'PATCH', body });
  const days = (): Want['rented'] => wish(dice, things).dates;
  const wantsOf = (lines: readonly Omit<Line, 'id'>[], rented: Want['rented']): Want[] =>
    lines.map(({ item, quantity }) => ({ item, quantity, rented }));
  const enquiry = dice.of(enquiries);
  const order = orders.length > 0 ? dice.of(orders) : null;
  const thing = dice.of(things);
  const about = { type: thing.type, id: thing.id };
  const ofEnquiry = (id: string) => (reserved: Reserved) => reserved.enquiry === id;
  const ofOrder = (id: string) => (reserved: Reserved) =>
    reserved.kind === 'rental' && reserved.order === id;
  const orderOf = (body: unknown, lines: Line[], rented: Want['rented']) => {
    const { id } = body as { id: string };
    orders.push({ id, lines, dates: [rented] });
  };

  const book = (): Work => ({
    what: 'book',
    send: call('convert_enquiry_to_order', { id: enquiry.id }),
    done: (body) => orderOf(body, enquiry.lines, enquiry.dates),
    wants: {
      wants: [wantsOf(enquiry.lines, enquiry.dates)],
      isReplaced: ofEnquiry(enquiry.id),
    },
  });
  const lower = (): Work => {
    const lines = enquiry.lines.map((line) => ({ ...line, quantity: 1 }));
    const choices = lines.map(({ id: line }) => ({ line, action: 'lower', quantity: 1 }));
    return {
      ...book(),
      what: 'book fewer',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      done: (body) => orderOf(body, lines, enquiry.dates),
      wants: { wants: [wantsOf(lines, enquiry.dates)], isReplaced: ofEnquiry(enquiry.id) },
    };
  };
  const drop = (): Work => {
    const [first, ...lines] = enquiry.lines;
    if (lines.length === 0) return book();
    const choices = [{ line: first?.id, action: 'drop' }];
    return {
      ...book(),
      what: 'book without a line',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      done: (body) => orderOf(body, lines, enquiry.dates),
      wants: { wants: [wantsOf(lines, enquiry.dates)], isReplaced: ofEnquiry(enquiry.id) },
    };
  };
  const otherDates = (): Work => {
    const moved = days();
    const choices = [{ action: 'dates', ...iso(moved) }];
    return {
      ...book(),
      what: 'book on other days',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      done: (body) => orderOf(body, enquiry.lines, moved),
      wants: { wants: [wantsOf(enquiry.lines, moved)], isReplaced: ofEnquiry(enquiry.id) },
    };
  };
  const hireIn = (): Work => {
    const [line] = enquiry.lines;
    if (!line) return book();
    const choices = [{ line: line.id, action: 'sub_rental', quantity: 1, reason: 'Hired in' }];
    return {
      ...book(),
      what: 'book with a sub-rental',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      wants: {
        wants: [wantsOf(enquiry.lines, enquiry.dates)],
        isReplaced: ofEnquiry(enquiry.id),
        hired: [{ item: line.item, quantity: 1, rented: enquiry.dates }],
      },
    };
  };
  const swap = (): Work => {
    const [line, ...others] = enquiry.lines;
    if (!line) return book();
    const other = { type: thing.type, item: thing.id };
    const lines = [{ ...line, item: thing.id }, ...others];
    const choices = [{ line: line.id, action: 'swap', ...other }];
    return {
      ...book(),
      what: 'book another item',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      done: (body) => orderOf(body, lines, enquiry.dates),
      wants: { wants: [wantsOf(lines, enquiry.dates)], isReplaced: ofEnquiry(enquiry.id) },
    };
  };
  const takeOver = (): Work => {
    const other = enquiries.find(({ held, id }) => held && id !== enquiry.id);
    if (!other) return book();
    const choices = enquiry.lines.map(({ id: line }) => ({
      line,
      action: 'take_over',
      enquiry: other.id,
    }));
    return {
      ...book(),
      what: 'take over',
      send: call('convert_enquiry_to_order', { id: enquiry.id, choices }),
      wants: {
        wants: [wantsOf(enquiry.lines, enquiry.dates)],
        isReplaced: (reserved) => reserved.enquiry === enquiry.id || reserved.enquiry === other.id,
      },
    };
  };
  const hold = (): Work => ({
    what: 'hold',
    send: call('hold_enquiry', {
      id: enquiry.id,
      until: new Date(Date.now() + 500 + dice.below(4000)).toISOString(),
      key: randomUUID(),
    }),
    done: () => void (enquiry.held = true),
    wants: {
      wants: [wantsOf(enquiry.lines, enquiry.dates)],
      isReplaced: ofEnquiry(enquiry.id),
    },
  });
  const extend = (): Work | null => {
    if (!order) return null;
    const moved = days();
    order.dates.push(moved);
    return {
      what: 'extend',
      send: call('change_order_dates', { id: order.id, ...iso(moved), key: randomUUID() }),
      wants: {
        wants: [wantsOf(order.lines, moved)],
        isReplaced: ofOrder(order.id),
        keeps: true,
      },
    };
  };
  const setStatus = (status: string): Work | null =>
    order && {
      what: status,
      send: patch(staff, `orders?id=eq.${order.id}`, { status }),
      ...((status === 'confirmed' || status === 'in_progress') && {
        wants: {
          wants: order.dates.map((rented) => wantsOf(order.lines, rented)),
          isReplaced: ofOrder(order.id),
          keeps: true,
        },
      }),
    };
  const removeOrder = (): Work | null =>
    order && {
      what: 'delete order',
      send: () => serviceOf(site).ask(`/rest/v1/orders?id=eq.${order.id}`, { method: 'DELETE' }),
    };
  const stock = (quantity: number): Work => ({
    what: 'change stock',
    send: patch(staff, `${thing.table}?id=eq.${thing.id}`, { quantity }),
  });
  const stockOfMany = (quantity: number): Work => {
    const props = things.filter((each) => each.table === 'props' && each.quantity > 0);
    const ids = [dice.of(props).id, dice.of(props).id, dice.of(props).id];
    return {
      what: 'change stock of many',
      send: patch(staff, `props?id=in.(${ids.join()})`, { quantity }),
    };
  };
  const switchOff = (active: boolean): Work => ({
    what: active ? 'switch on' : 'switch off',
    send: patch(staff, `${thing.table}?id=eq.${thing.id}`, { active }),
  });
  const fact = (name: string): Work => ({
    what: name,
    send: call(name, {
      ...about,
      quantity: 1,
      ...iso(days()),
      reason: 'Repair',
      key: randomUUID(),
    }),
    done: (body) => void facts.push((body as { id: string }).id),
  });
  const endFact = (): Work | null => {
    const id = facts.shift();
    return id ? { what: 'release', send: call('release_reservation', { id }) } : null;
  };
  const remove = (): Work => ({
    what: 'delete item',
    send: async () => {
      const service = serviceOf(site);
      const gone = await service.ask(`/rest/v1/${thing.table}?id=eq.${thing.id}`, {
        method: 'DELETE',
      });
      if (gone?.status !== 204) return gone;
      const again = { id: thing.id, name: 'Here again', price: 100, quantity: thing.quantity };
      const body = { ...again, ...(thing.table === 'sets' && { category: 'package' }) };
      const put = await service.ask(`/rest/v1/${thing.table}`, { body });
      // Another client deleted it at the same time, and was first to put it back.
      return put?.status === 409 ? gone : put;
    },
  });
  const read = (): Work => ({
    what: 'read',
    send: () =>
      visitor(site.addressOf, site.apikey, {}).ask(`${RPC}/availability`, {
        body: { ...iso(days()), items: [{ ...about, quantity: 1 }] },
      }),
  });

  const works: [number, () => Work | null][] = [
    [26, book],
    [4, lower],
    [3, drop],
    [4, otherDates],
    [3, hireIn],
    [5, takeOver],
    [2, swap],
    [9, hold],
    [3, () => ({ what: 'release hold', send: call('release_hold', { id: enquiry.id }) })],
    [14, extend],
    [9, () => setStatus('cancelled')],
    [5, () => setStatus('confirmed')],
    [2, () => setStatus('in_progress')],
    [2, () => setStatus('returned')],
    [1, removeOrder],
    [3, () => (thing.quantity > 0 ? stock(dice.below(5)) : null)],
    [1, () => stockOfMany(1 + dice.below(4))],
    [2, () => switchOff(dice.may(0.6))],
    [2, () => fact('set_out_of_service')],
    [1, () => fact('add_sub_rental')],
    [2, endFact],
    [1, remove],
    [1, read],
  ];
  let left = dice.below(works.reduce((sum, [weight]) => sum + weight, 0));
  const [, make] = works.find(([weight]) => (left -= weight) < 0) ?? works[0]!;
  return make();
}
