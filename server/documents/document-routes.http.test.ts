import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { readPdf, rowsOf } from '#tests/support/pdf-reader.ts';
import { watchRequests } from '../requests.ts';
import { createDocumentRoutes } from './document-routes.ts';
import { createPdfPrinter } from './pdf-printer.ts';
import { createPrint } from './print-document.ts';

/** The routes over the real gateway and database; quotes and their links are made by the SQL functions of staff. */
const gateway = useGateway();
const printer = createPdfPrinter();
const logged: string[] = [];
const tokens = { crm_user: '', inventory_user: '' };
let order = '';

function site(perMinute = 600) {
  const app = new Hono();
  app.use(watchRequests((...line) => logged.push(JSON.stringify(line)), null, 'info'));
  app.route(
    '/',
    createDocumentRoutes({
      print: createPrint(printer, async () => null),
      call: async (name, args, { address, authorization }) =>
        fetch(`${gateway.url}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: gateway.anonKey,
            'content-type': 'application/json',
            'x-forwarded-for': address,
            ...(authorization !== null && { authorization }),
          },
          body: JSON.stringify(args),
        }),
      addressOf: (_, peer) => peer,
      perMinute,
      log: (...line) => logged.push(JSON.stringify(line)),
    }),
  );
  const get = async (path: string, token?: string) =>
    app.request(
      path,
      { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
      { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
    );
  return { get };
}

/** Calls a function of staff. */
async function rpc<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const answer = await fetch(`${gateway.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: gateway.anonKey,
      authorization: `Bearer ${tokens.crm_user}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${body}`);
  return JSON.parse(body) as T;
}

interface Made {
  id: string;
  version: number;
  number: string;
}

const makeQuote = async () =>
  rpc<Made>('make_document', { kind: 'quote', order, key: randomUUID() });
const issue = async ({ id, version }: Made) =>
  rpc<Made>('issue_document', { id, version, key: randomUUID() });
const link = async (document: string, preview = false) =>
  rpc<{ id: string; secret: string }>('make_document_link', {
    document,
    preview,
    key: randomUUID(),
  });

beforeAll(async () => {
  for (const role of ['crm_user', 'inventory_user'] as const) {
    const account = await gateway.createStaff(role);
    const { data } = await gateway.client().auth.signInWithPassword(account);
    tokens[role] = data.session?.access_token ?? '';
  }
  const { owner } = gateway.db;
  const [made] = await owner<{ id: string }[]>`
    with customer as (
      insert into customers (first_name, last_name, mobile)
      values ('ಅನನ್ಯ', 'Iyer', '+919845012345') returning id)
    insert into orders (customer_id, rental_from, rental_to, total_price)
    select id, '2030-01-07', '2030-01-09', 0 from customer returning id`;
  order = made?.id ?? '';
  await owner`
    insert into order_items (order_id, description, price, quantity, per_day, rental_from, rental_to, position)
    values (${order}, 'पीतल का लोटा', 1250, 2, true, '2030-01-07', '2030-01-09', 1)`;
});
afterAll(async () => printer.close());

const headersOf = (answer: Response, ...names: string[]) =>
  names.map((name) => answer.headers.get(name));

test('staff print a draft and an issued document', async () => {
  const { get } = site();
  const draft = await makeQuote();
  const answer = await get(`/documents/${draft.id}.pdf`, tokens.crm_user);
  expect(answer.status).toBe(200);
  expect(headersOf(answer, 'content-type', 'content-disposition', 'cache-control')).toEqual([
    'application/pdf',
    'attachment; filename="Draft-quote.pdf"',
    'no-store',
  ]);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(pdf.title).toMatch(/^Draft quote · /);
  expect(pdf.pages[0]).toMatch(/^Draft /);
  expect(pdf.pages[0]?.normalize('NFC')).toContain('ಅನನ್ಯ Iyer');
  const row = rowsOf(pdf).find(([text]) => text === 'पीतल का लोटा');
  expect(row).toEqual(expect.arrayContaining(['2', '3', '1,250.00', '7,500.00']));

  const { number } = await issue(draft);
  const issued = await get(`/documents/${draft.id}.pdf`, tokens.crm_user);
  expect(headersOf(issued, 'content-disposition')).toEqual([
    `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
  ]);
  const file = await readPdf(new Uint8Array(await issued.arrayBuffer()));
  expect(file.title).toContain(`Quote ${number}`);
});

test('others get no document: 401 without a valid token, else one answer', async () => {
  const { get } = site();
  const { id } = await makeQuote();
  expect((await get(`/documents/${id}.pdf`)).status).toBe(401);
  expect((await get(`/documents/${id}.pdf`, 'wrong')).status).toBe(401);
  const refused = [
    await get(`/documents/${id}.pdf`, tokens.inventory_user),
    await get(`/documents/${randomUUID()}.pdf`, tokens.crm_user),
    await get('/documents/1.pdf', tokens.crm_user),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(await Promise.all(refused.map((each) => each.text()))).size).toBe(1);
});

test('a link opens its document, as long as it is valid, and is in no log', async () => {
  const { get } = site();
  const quote = await issue(await makeQuote());
  const { id, secret } = await link(quote.id);
  const answer = await get(`/quote.pdf?k=${secret}`);
  expect(answer.status).toBe(200);
  expect(
    headersOf(answer, 'content-disposition', 'cache-control', 'referrer-policy', 'x-robots-tag'),
  ).toEqual([
    `attachment; filename="${quote.number.replaceAll('/', '-')}.pdf"`,
    'no-store',
    'no-referrer',
    'noindex, nofollow',
  ]);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(pdf.title).toContain(quote.number);
  expect((await get(`/invoice.pdf?k=${secret}`)).status).toBe(200);

  const draft = await makeQuote();
  const preview = await link(draft.id, true);
  const shown = await get(`/quote.pdf?k=${preview.secret}`);
  expect(headersOf(shown, 'content-disposition')).toEqual([
    'attachment; filename="Draft-quote.pdf"',
  ]);

  await rpc('revoke_link', { id });
  const refused = [
    await get(`/quote.pdf?k=${secret}`),
    await get(`/quote.pdf?k=${'0'.repeat(64)}`),
    await get('/quote.pdf?k=short'),
    await get('/invoice.pdf'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(refused.flatMap((each) => headersOf(each, 'cache-control', 'referrer-policy'))).toEqual(
    refused.flatMap(() => ['no-store', 'no-referrer']),
  );
  expect(new Set(await Promise.all(refused.map((each) => each.text()))).size).toBe(1);
  const all = [...logged, ...gateway.said].join('\n');
  expect(all).toContain('/quote.pdf');
  for (const each of [secret, preview.secret]) expect(all).not.toContain(each);
});

test('an address that prints too much waits', async () => {
  const { get } = site(1);
  const { id } = await makeQuote();
  expect((await get(`/documents/${id}.pdf`, tokens.crm_user)).status).toBe(200);
  const refused = await get(`/documents/${id}.pdf`, tokens.crm_user);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a document that cannot be printed is 500 with a sentence, and the log has the reason', async () => {
  const { get } = site();
  const quote = await issue(await makeQuote());
  await gateway.db.owner.begin(async (sql) => {
    await sql`alter table documents disable trigger user`;
    await sql`update documents set frozen = frozen - 'lines' where id = ${quote.id}`;
    await sql`alter table documents enable trigger user`;
  });
  logged.length = 0;
  const answer = await get(`/documents/${quote.id}.pdf`, tokens.crm_user);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe(
    'The document could not be printed. Please try again in a moment.\n',
  );
  expect(logged.join('\n')).toContain('A document could not be printed');
});
