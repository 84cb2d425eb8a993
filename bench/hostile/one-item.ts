import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, table } from '../support/figures.ts';
import { load, visitorAddress } from '../support/load.ts';
import { type BenchSite, openSite, STAFF } from '../support/site.ts';
import { enquiryData } from '../throughput/requests.ts';
import type { HostileData } from './requests.ts';

const VISIT_SECONDS = 10;
/** Bookings that are sent at once. */
const AT_ONCE = 50;
const WAITING = 24;
/** How long another transaction keeps the item (ms), and how often a booking comes meanwhile. */
const KEPT_MS = 4_000;
const EVERY_MS = 100;
const EVERY_KEPT_MS = 6_000;
const PROBE_MS = 100;

const module = new URL('./requests.ts', import.meta.url).href;

/** An answered request: its status, and how long it took. */
interface Answered {
  status: number;
  ms: number;
}

/**
 * Bookings of one item: what visitors notice of 50 at once, and who waits while another transaction keeps
 * the item's row. With BENCH_BEFORE, the folder of another built checkout, that one is measured first.
 */
export async function benchOneItem(): Promise<string> {
  const before = process.env['BENCH_BEFORE'];
  const rows = [];
  if (before !== undefined) rows.push(...(await measure('before: ', before)));
  rows.push(...(await measure(before === undefined ? '' : 'now: ')));
  return [
    `Orders made from enquiries for one piece of the same item, by staff at as many addresses; visitors (four connections, a`,
    `request every 20 ms) ask for what is free and for lists with dates, never from a cache. Times in ms. Reach: p95 of`,
    `visitors beside ${AT_ONCE} bookings at once ≤ 3×, reads unaffected by ${WAITING} bookings that wait, "busy" after two seconds.\n`,
    table([['', 'p50', 'p95', 'longest', 'ratio of p95', 'answers'], ...rows]),
  ].join('\n');
}

async function measure(name: string, folder?: string): Promise<string[][]> {
  const site = await openSite({}, { folder });
  try {
    const studio = await openBookings(site);
    const data = { ...(await enquiryData(site.sql, site.anonKey)), load: 0 };
    const visit = () =>
      load<Partial<HostileData>>({
        address: site.address,
        connections: 4,
        pauseMs: 20,
        until: { seconds: VISIT_SECONDS },
        next: { module, name: 'visitUncached', data },
      });
    const bookNew = async () => studio.bookAtOnce(await studio.newEnquiries(AT_ONCE));
    await bookNew();
    await visit();
    const alone = await visit();
    const booked: Answered[] = [];
    const until = performance.now() + VISIT_SECONDS * 1000;
    const visiting = visit();
    while (performance.now() < until) booked.push(...(await bookNew()));
    const beside = await visiting;

    const quiet = await studio.probe(KEPT_MS);
    const [few, many] = [
      await studio.newEnquiries(WAITING),
      await studio.newEnquiries(KEPT_MS / EVERY_MS),
    ];
    const kept = await studio.keepItem(KEPT_MS);
    const [during, waited] = await Promise.all([studio.probe(KEPT_MS), studio.bookAtOnce(few)]);
    await kept.over;
    const keptLonger = await studio.keepItem(EVERY_KEPT_MS);
    const trickled = await studio.bookEvery(EVERY_MS, many);
    await keptLonger.over;
    const row = (what: string, answers: Answered[], than?: Answered[]) => {
      const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => timeOf(answers, share));
      const ratio = than && `${((p95 ?? 0) / timeOf(than, 0.95)).toFixed(1)}×`;
      return [
        name + what,
        ...[p50, p95, longest].map((ms) => (ms ?? 0).toFixed(0)),
        ratio ?? '',
        statuses(answers),
      ];
    };
    const visitors = (what: string, { p50, p95, statuses: all }: typeof alone, ratio = '') => [
      name + what,
      p50.toFixed(0),
      p95.toFixed(0),
      '',
      ratio,
      JSON.stringify(all),
    ];
    return [
      visitors('visitors', alone),
      visitors(
        `visitors beside ${AT_ONCE} bookings at once`,
        beside,
        `${(beside.p95 / alone.p95).toFixed(1)}×`,
      ),
      row('those bookings', booked),
      row('reads', quiet),
      row(`reads while ${WAITING} bookings wait`, during, quiet),
      row(`the ${WAITING} bookings`, waited),
      row(`bookings that come every ${EVERY_MS} ms meanwhile`, trickled),
    ];
  } finally {
    await site.stop();
  }
}

const timeOf = (answers: Answered[], share: number) =>
  percentile(
    answers.map(({ ms }) => ms),
    share,
  );

function statuses(answers: Answered[]): string {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return JSON.stringify(counts);
}

/** Bookings and reads of a site by staff and visitors, each from an address of its own. */
async function openBookings({ address, anonKey, sql }: BenchSite) {
  let sent = 0;
  const ask = async (path: string, token: string, body?: object): Promise<Answered> => {
    sent += 1;
    const began = performance.now();
    const answer = await fetch(address + path, {
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': visitorAddress(sent),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - began };
  };
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  const { access_token: staff } = (await signedIn.json()) as { access_token: string };
  const [item] = await sql<{ id: string }[]>`
    update public.props set quantity = 100000 where id = (
      select id from public.props where active order by id limit 1) returning id`;
  const newEnquiries = (count: number) => sql<{ id: string }[]>`
    with made as (
      insert into enquiry_orders (customer_id, rental_from, rental_to, total_price)
      select customer.id, private.today() + 40, private.today() + 42, 100
      from (select id from customers order by id limit ${count}) as customer returning id, rental_from, rental_to
    ), lines as (
      insert into enquiry_items (enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position)
      select id, 'prop', ${item?.id ?? ''}::uuid, 1, 100, rental_from, rental_to, 1 from made
    )
    select id from made`;
  const book = (id: string) => ask('/rest/v1/rpc/convert_enquiry_to_order', staff, { id });
  const [other] = await sql<{ id: string }[]>`
    select id from public.props where active order by id desc limit 1`;
  const reads = [
    () => ask(`/rest/v1/props?select=*&id=eq.${other?.id}`, anonKey),
    () => ask('/rest/v1/orders?select=id,order_number&limit=5', staff),
    () => ask('/contact', anonKey),
  ];
  return {
    /** Makes so many enquiries for one piece of the item. */
    newEnquiries: async (count: number) => (await newEnquiries(count)).map(({ id }) => id),
    bookAtOnce: async (ids: string[]) => Promise.all(ids.map(book)),
    bookEvery: async (every: number, ids: string[]) => {
      const answers: Promise<Answered>[] = [];
      for (const id of ids) {
        answers.push(book(id));
        await sleep(every);
      }
      return Promise.all(answers);
    },
    /** Reads of the three kinds in turn. */
    probe: async (forMs: number) => {
      const answers: Promise<Answered>[] = [];
      for (let at = 0; at < forMs / PROBE_MS; at += 1) {
        answers.push(reads[at % reads.length]!());
        await sleep(PROBE_MS);
      }
      return Promise.all(answers);
    },
    /** Keeps the item's row in another transaction from now on; `over` when that has ended. */
    keepItem: async (forMs: number) => {
      await sql`begin`;
      await sql`select from items where id = ${item?.id ?? ''} for no key update`;
      return { over: sleep(forMs).then(() => sql`rollback`) };
    },
  };
}
