import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { isBusy, type Visitor } from './asking.ts';

/** Number of props that one editor keeps equal. */
const SHELF = 5;
const PICTURE = { width: 24, height: 24, channels: 3 } as const;

/** Everything that the site has confirmed: all of it must persist. */
export interface Ledger {
  /** By idempotency key: the request, and the confirmed number. */
  enquiries: Map<string, { number: string; mobile: string; lines: number }>;
  /** Enquiry number to order number. */
  orders: Map<string, string>;
  /** Notes are not retried: the confirmed ones, and all. */
  notes: Set<string>;
  notesSent: Set<string>;
  /** Name to the pixels of the last confirmed picture. */
  pictures: Map<string, Buffer>;
  /** Shelf to the last confirmed edit. */
  shelves: Map<string, number>;
}

/** Sixteen concurrent clients. */
export interface Crowd {
  ledger: Ledger;
  /**
   * Waits until every client has finished its current request, with retries. Throws their errors.
   */
  stop(): Promise<void>;
}

interface Catalogue {
  items: readonly { id: string; price: number }[];
  /** The props of each shelf: five per name. */
  shelves: readonly { name: string; ids: string[] }[];
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** A name that encodes the client's number in letters. */
const letters = (n: number) =>
  String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

/**
 * Runs six visitors who send enquiries, and staff: three convert enquiries, four edit items and
 * write notes, three store pictures, until stopped. A request without a response is retried as a
 * browser or a person would: an enquiry with its key, a conversion and an edit unchanged.
 */
export function startCrowd(visitor: Visitor, staff: Visitor, catalogue: Catalogue): Crowd {
  const ledger: Ledger = {
    enquiries: new Map(),
    orders: new Map(),
    notes: new Set(),
    notesSent: new Set(),
    pictures: new Map(),
    shelves: new Map(),
  };
  const toConvert: string[] = [];
  const closing = new AbortController();
  let sent = 0;

  const refused = (what: string, { status, body }: { status: number; body: unknown }) =>
    new Error(`${what}: ${status} ${JSON.stringify(body)}`);

  async function sendEnquiry(): Promise<void> {
    const n = (sent += 1);
    const lines = 1 + (n % 3);
    const request = {
      idempotency_key: randomUUID(),
      first_name: `Visitor ${letters(n)}`,
      last_name: 'Rao',
      mobile: `+9198${10_000_000 + (n % 40)}`,
      email: 'asha@example.test',
      rental_from: day(2),
      rental_to: day(3),
      message: '',
      items: catalogue.items
        .slice(n % 4, (n % 4) + lines)
        .map((item) => ({ type: 'prop', quantity: 1, ...item })),
    };
    const { status, body } = await visitor.settle('/rest/v1/rpc/submit_enquiry', { body: request });
    if (status !== 200) throw refused('An enquiry was refused', { status, body });
    const { enquiry_number: number } = body as { enquiry_number: string };
    const { idempotency_key: key, mobile } = request;
    ledger.enquiries.set(key, { number, mobile, lines });
    toConvert.push(number);
  }

  async function convert(): Promise<void> {
    const number = toConvert.shift();
    if (number === undefined) return sleep(20);
    const path = `/rest/v1/enquiry_orders?select=id&enquiry_number=eq.${number}`;
    const [found] = (await staff.insist(path)).body as { id: string }[];
    if (!found) throw new Error(`Enquiry ${number} was acknowledged and is gone`);
    const answer = await staff.settle('/rest/v1/rpc/convert_enquiry_to_order', { body: found });
    const { order_number: made, details } = answer.body as Record<string, string>;
    if (answer.status === 200) {
      ledger.orders.set(number, String(made));
    } else if (answer.status === 409 && answer.tries > 0) {
      const told = JSON.parse(details ?? '{}') as { order_number?: string };
      ledger.orders.set(number, String(told.order_number));
    } else throw refused(`Enquiry ${number} was not converted`, answer);
  }

  /** Gives five props the same three values, if they still have those of the previous edit. */
  async function edit({ name, ids }: Catalogue['shelves'][number]): Promise<void> {
    const before = ledger.shelves.get(name) ?? 0;
    const now = before + 1;
    const shelf = `/rest/v1/props?select=name,price&id=in.(${ids.join()})`;
    const changed = await staff.settle(`${shelf}&price=eq.${before}`, {
      method: 'PATCH',
      body: { name: `${name} ${now}`, description: `${name} ${now}`, price: now },
      headers: { prefer: 'return=representation' },
    });
    const rows = changed.body as unknown[];
    if (changed.status !== 200 || (rows.length !== 0 && rows.length !== SHELF))
      throw refused('An edit', changed);
    if (rows.length === 0) {
      const { body } = await staff.insist(shelf);
      const stand = (body as { price: number }[]).map(({ price }) => price);
      const done = changed.tries > 0 && stand.every((price) => price === now);
      if (!done) throw new Error(`${name} stood at ${before}, and is now at ${stand.join()}`);
    }
    ledger.shelves.set(name, now);
  }

  async function writeNote(customer: string): Promise<void> {
    const note = randomUUID();
    ledger.notesSent.add(note);
    const path = '/rest/v1/customer_notes';
    const answer = await staff.ask(path, { body: { customer_id: customer, note } });
    if (!answer || answer.status >= 500 || isBusy(answer)) return sleep(50);
    if (answer.status !== 201) throw refused('A note was refused', answer);
    ledger.notes.add(note);
  }

  async function store(name: string): Promise<void> {
    const pixels = Buffer.from(crypto.getRandomValues(new Uint8Array(24 * 24 * 3)));
    const body = new Uint8Array(await sharp(pixels, { raw: PICTURE }).png().toBuffer());
    const overwrites = ledger.pictures.has(name);
    const headers = { 'content-type': 'image/png', 'x-upsert': String(overwrites) };
    const answer = await staff.insist(`/storage/v1/object/catalogue/${name}`, { body, headers });
    const there = answer.status === 409 && answer.tries > 0;
    if (answer.status !== 200 && !there) throw refused(`Picture ${name} was refused`, answer);
    ledger.pictures.set(name, pixels);
  }

  async function keepOn(work: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) await work();
  }

  const editor = (shelf: Catalogue['shelves'][number]) => {
    let turn = 0;
    return async () => {
      turn += 1;
      if (turn % 3 !== 0) return edit(shelf);
      const { body } = await staff.insist('/rest/v1/customers?select=id&limit=1');
      const [customer] = body as { id: string }[];
      return customer ? writeNote(customer.id) : edit(shelf);
    };
  };
  const uploader = () => {
    let turn = 0;
    let name = '';
    return () => {
      turn += 1;
      if (turn % 3 !== 0) name = `props/${randomUUID()}.png`;
      return store(name);
    };
  };
  const people = [
    ...Array.from({ length: 6 }, () => sendEnquiry),
    ...Array.from({ length: 3 }, () => convert),
    ...catalogue.shelves.map(editor),
    ...Array.from({ length: 3 }, uploader),
  ];
  const work = Promise.all(people.map(keepOn));
  // why: errors are reported when the crowd is stopped.
  work.catch(() => {});
  return {
    ledger,
    stop: async () => {
      closing.abort();
      await work;
    },
  };
}
