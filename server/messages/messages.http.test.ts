import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { committed, enquiry, liftLimits } from '#tests/db/enquiry.ts';
import { fillStudio, type Ids } from '#tests/db/studio.ts';
import { newStaff } from '#tests/db/staff-calls.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { SITE, useSending } from '#tests/support/sending.ts';
import { eventually } from '#tests/support/waiting.ts';
import { createMetrics } from '../metrics.ts';
import { createMessageRoutes } from './message-routes.ts';
import { createRemoteOutbox } from './outbox.ts';

/** Messages from the form to the mail server, over the real database. */
const gateway = useGateway();
const sending = useSending(() => gateway);
const STUDIO = 'desk@frameyard.test';
const settings = async () => ({ studio: { name: 'Frameyard', email: STUDIO } });

let ids: Ids;

beforeAll(async () => {
  const sql = gateway.db.owner;
  ids = await fillStudio(gateway.db);
  await liftLimits(gateway.db);
  await sql`insert into private.studio_settings (key, value) values ('studio.email', ${sql.json(STUDIO)})
    on conflict (key) do update set value = excluded.value`;
});
beforeEach(async () => {
  sending.mailServer.mails.length = 0;
  sending.mailServer.state.answer = () => 'accept';
  await gateway.db.owner`delete from private.outbox`;
});
afterEach(async () => {
  vi.useRealTimers();
  await sending.stopAll();
});

let turn = 0;
/** Submits an enquiry of a new customer. */
async function submit(given: Parameters<typeof enquiry>[0] = {}) {
  turn += 1;
  return committed(
    gateway.db,
    { role: 'anon' },
    enquiry({
      mobile: `+91987654${String(1000 + turn)}`,
      email: `asha${turn}@example.test`,
      items: [{ type: 'prop', id: ids.prop, quantity: 1, price: 500 }],
      ...given,
    }),
  );
}
const statesOf = async () =>
  gateway.db.owner<{ template: string; state: string; problem: string | null }[]>`
    select template, state, problem from private.outbox where channel = 'email' order by template`;

test('an enquiry is told to the studio and to its customer at once', async () => {
  // Told by NOTIFY: the worker's own looks do not come.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  sending.start({ settings });
  const { enquiry_number: number } = await submit({ first_name: 'Asha', last_name: 'Rao' });
  const mails = await sending.mailServer.read(2);
  vi.useRealTimers();
  const toStudio = mails.find(({ to }) => to?.[0]?.address === STUDIO);
  const toCustomer = mails.find(({ to }) => to?.[0]?.address !== STUDIO);
  const address = `asha${turn}@example.test`;
  expect(toStudio?.subject).toContain(number);
  expect(toStudio?.replyTo).toEqual([{ name: 'Asha Rao', address }]);
  expect(toCustomer?.to).toEqual([{ name: '', address }]);
  expect(toCustomer?.from).toEqual({ name: 'Frameyard', address: STUDIO });
  expect(toCustomer?.references).toBe(toStudio?.references);
  expect(toCustomer?.messageId).toMatch(/^<[\da-f-]{36}@studio\.test>$/);
  const secret = /https:\/\/studio\.test\/enquiry\?k=([\da-f]{64})/.exec(
    toCustomer?.text ?? '',
  )?.[1];
  const page = await gateway.client().rpc('linked_enquiry', { secret });
  expect(page.error).toBeNull();
  expect(JSON.stringify(page.data)).toContain(number);
  await eventually(async () =>
    expect((await statesOf()).map(({ state }) => state)).toEqual(['sent', 'sent']),
  );
  const log = sending.said.join('\n');
  expect(log).toContain('"template":"acknowledgement","result":"sent"');
  expect(log).not.toMatch(/@|Asha|Rao|98765/);
});

test('a quote arrives with its PDF where the studio wants that', async () => {
  const sql = gateway.db.owner;
  const { enquiry_number: number } = await submit();
  await sql`delete from private.outbox`;
  const [quote] = await sql<{ id: string }[]>`
    insert into documents (kind, enquiry_order_id, customer_id, valid_until)
    select 'quote', id, customer_id, private.today() + 7 from enquiry_orders where enquiry_number = ${number}
    returning id`;
  const { id } = quote!;
  await sql`insert into document_lines (document_id, position, kind, text, sac, rate, place, quantity, unit_price)
    values (${id}, 1, 'text', 'Brass lamp', '997319', 18, 'recipient', 1, 500)`;
  await sql`select private.save_amounts(${id})`;
  await sql`select private.freeze_document(${id})`;
  await sql`insert into private.studio_settings (key, value) values ('messages.attach_document', 'true')`;
  await sql`select private.queue_messages('quote', customer_id, document => id) from documents where id = ${id}`;
  sending.start({ settings });
  const [mail] = await sending.mailServer.read(1);
  await sql`delete from private.studio_settings where key = 'messages.attach_document'`;
  expect(mail?.text).toContain('https://studio.test/quote?k=');
  expect(mail?.attachments).toMatchObject([
    { filename: expect.stringMatching(/^QT-.*\.pdf$/), mimeType: 'application/pdf' },
  ]);
  const file = Buffer.from(mail!.attachments[0]!.content as ArrayBuffer);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the sender, the studio’s address and the site are those of the settings', async () => {
  const sql = gateway.db.owner;
  const own = {
    'messages.from_name': 'Frameyard desk',
    'messages.from_address': 'no-reply@frameyard.test',
    'messages.studio_address': 'orders@frameyard.test',
    'messages.site_address': 'https://frameyard.test',
  };
  for (const [key, value] of Object.entries(own)) {
    await sql`insert into private.studio_settings (key, value) values (${key}, ${sql.json(value)})`;
  }
  sending.start({ settings });
  await submit();
  const mails = await sending.mailServer.read(2);
  await sql`delete from private.studio_settings where key like 'messages.%'`;
  const toStudio = mails.find(({ to }) => to?.[0]?.address === 'orders@frameyard.test');
  const toCustomer = mails.find(({ to }) => to?.[0]?.address !== 'orders@frameyard.test');
  expect(toStudio?.from).toEqual({ name: 'Frameyard desk', address: 'no-reply@frameyard.test' });
  expect(toCustomer?.replyTo).toEqual([{ name: 'Frameyard', address: STUDIO }]);
  expect(toCustomer?.text).toContain('https://frameyard.test/enquiry?k=');
});

test('hostile words arrive as text, in e-mails to the studio only', async () => {
  sending.start({ settings });
  const words =
    'Hi\r\nBcc: victim@example.test\r\n\r\n.\r\n<script>alert(1)</script>{first_name} 👩‍👩‍👧 نادیہ';
  await submit({ first_name: '{number} نادیہ', last_name: '👩‍👩‍👧'.repeat(10), message: words });
  const mails = await sending.mailServer.read(2);
  for (const mail of mails) {
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.html).not.toMatch(/<script/);
  }
  expect(sending.mailServer.mails.map(({ to }) => to)).not.toContain('victim@example.test');
  const toStudio = mails.find(({ to }) => to?.[0]?.address === STUDIO);
  const toCustomer = mails.find(({ to }) => to?.[0]?.address !== STUDIO);
  expect(toStudio?.text).toContain('<script>alert(1)</script>{first_name}');
  expect(toStudio?.html).toContain('&lt;script&gt;');
  expect(`${toCustomer?.text} ${toCustomer?.html} ${toCustomer?.subject}`).not.toMatch(
    /alert|victim/,
  );
});

test('a process that stops while the mail server is silent loses nothing', async () => {
  sending.mailServer.state.answer = () => 'silent';
  sending.start({ settings });
  await submit();
  await sending.mailServer.read(2);
  await sending.stopAll();
  expect((await statesOf()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await gateway.db.owner`update private.outbox set due_at = now()`;
  sending.mailServer.state.answer = () => 'accept';
  sending.start({ settings });
  await sending.mailServer.read(4);
  const { mails } = sending.mailServer;
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('a worker of a Supabase project has its secret only, and queues reminders too', async () => {
  const admin = await newStaff(gateway, 'admin');
  const { data: secret } = await admin.client.rpc('make_worker_secret');
  const { url, anonKey } = gateway;
  await gateway.db
    .owner`update enquiry_orders set held_until = now() + interval '1 hour' where id = ${ids.enquiry}`;
  await gateway.db.owner`update private.channels set asked_at = null`;
  await submit();
  const wrong = createRemoteOutbox({ url, anonKey, secret: '0'.repeat(64) });
  await expect(wrong.claim('email', 'studio.test')).rejects.toMatchObject({
    code: 'MESSAGES_SECRET is not right',
  });
  expect(await wrong.claim('email', 'studio.test')).toBeNull(); // does not ask again for a while
  const right = String(secret);
  sending.start({ settings, outbox: createRemoteOutbox({ url, anonKey, secret: right }) });
  await sending.mailServer.read(3);
  await eventually(async () =>
    expect((await statesOf()).map(({ template, state }) => `${template} ${state}`)).toEqual([
      'acknowledgement sent',
      'enquiry_new sent',
      'hold_ending sent',
    ]),
  );
  await gateway.db.owner`update enquiry_orders set held_until = null where id = ${ids.enquiry}`;
});

test('the statement of docs/operating.md makes the secret of a worker', async () => {
  const file = join(import.meta.dirname, '../../docs/operating.md');
  const [, statement = ''] =
    /```sql\n(with made as[^]+?)```/.exec(readFileSync(file, 'utf8')) ?? [];
  const [row] = await gateway.db.owner.unsafe<{ secret: string }[]>(statement);
  const { url, anonKey } = gateway;
  const outbox = createRemoteOutbox({ url, anonKey, secret: row?.secret ?? '' });
  expect(await outbox.claim('email', 'studio.test')).toBeNull();
});

test('an e-mail that cannot be rendered waits, and says so without its content', async () => {
  const failing = { render: async () => Promise.reject(new TypeError('Asha Rao')) };
  const messages = sending.start({ settings, ...failing });
  await submit();
  await eventually(async () =>
    expect((await statesOf()).map(({ problem }) => problem)).toEqual([
      'The e-mail could not be made (TypeError).',
      'The e-mail could not be made (TypeError).',
    ]),
  );
  expect(messages.counts.get('email')?.get('later')).toBe(2);
  expect(sending.said.join('\n')).not.toContain('Asha');
  const metrics = await createMetrics(null, messages).text();
  expect(metrics).toContain('studio_messages_total{channel="email",result="later"} 2');
  expect(metrics).toContain('studio_messages_waiting{channel="email"} 2');
});

describe('without a mail server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-mail-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const site = (messages: Parameters<typeof createMessageRoutes>[0]['messages']) => {
    const app = new Hono();
    const callAs = async (request: Request, _peer: string, name: string, args: object) =>
      fetch(`${gateway.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: gateway.anonKey,
          'content-type': 'application/json',
          authorization: request.headers.get('authorization') ?? '',
        },
        body: JSON.stringify(args),
      });
    app.route('/', createMessageRoutes({ messages, callAs }));
    return async (path: string, token: string | null) =>
      app.request(
        `/ops/messages/${path}`,
        { headers: token === null ? {} : { authorization: `Bearer ${token}` } },
        { incoming: { socket: {} } },
      );
  };
  const tokenOf = async (role: 'admin' | 'crm_user' | 'inventory_user' | null) => {
    const { client } = await newStaff(gateway, role);
    const { data } = await client.auth.getSession();
    return data.session?.access_token ?? '';
  };

  test('e-mails wait, and the page of messages is told', async () => {
    const get = site(sending.start({ settings, smtp: null }));
    await submit();
    for (const role of ['admin', 'crm_user'] as const) {
      const answer = await get('state', await tokenOf(role));
      expect(await answer.json()).toEqual({ email: 'waits' });
    }
    for (const role of ['inventory_user', null] as const) {
      expect((await get('state', await tokenOf(role))).status).toBe(403);
    }
    expect((await get('state', null)).status).toBe(401);
    expect((await get('state', 'no token')).status).toBe(401);
    expect(await statesOf()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  test('in development they are written to a folder, and read by staff', async () => {
    const get = site(sending.start({ settings, smtp: null, folder }));
    const { enquiry_number: number } = await submit();
    await eventually(async () =>
      expect(await statesOf()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]),
    );
    const files = readdirSync(folder);
    expect(files).toHaveLength(4);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const [row] = await gateway.db.owner<[{ id: string }]>`
      select id from private.outbox where template = 'acknowledgement'`;
    const token = await tokenOf('crm_user');
    expect(await (await get('state', token)).json()).toEqual({ email: 'written' });
    const mail = await get(`mail/${row.id}`, token);
    expect(await mail.json()).toMatchObject({
      subject: expect.stringContaining(number),
      text: expect.stringContaining(`${SITE}/enquiry?k=`),
    });
    const raw = await get(`mail/${row.id}.eml`, token);
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
    expect(await raw.text()).toContain(`Message-ID: <${row.id}@studio.test>`);
    expect((await get(`mail/${row.id}`, await tokenOf('inventory_user'))).status).toBe(403);
    expect((await get(`mail/${row.id}`, null)).status).toBe(401);
    for (const other of [crypto.randomUUID(), '..%2f..%2fetc%2fpasswd', `${row.id}.json`]) {
      expect((await get(`mail/${other}`, token)).status).toBe(404);
    }
  });
});
