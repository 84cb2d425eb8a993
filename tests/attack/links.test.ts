import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff } from '#tests/e2e/support/staff.ts';
import { urlOf, useDatabase } from '#tests/support/database.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { createAsker } from './support/ask.ts';

/** Attacks on links of customers, through the running site. */
const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });
const ask = createAsker(4);

let site = '';
let apikey = '';
let prop = '';
let staff = '';

beforeAll(async () => {
  const DATABASE_URL = urlOf(database.owner);
  const home = { DATABASE_URL, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' };
  site = await start(newFolder(), home).ready;
  apikey = await anonKeyOf(site);
  const [row] = await database.db.owner<{ id: string }[]>`
    insert into public.props (name, price) values ('A lamp', 100) returning id`;
  prop = row?.id ?? '';
  await database.db.owner`insert into private.studio_settings (key, value)
    values ('identity.legal_name', '"Frameyard Pictures LLP"'), ('identity.gstin', '"29AAGCB7383J1Z4"')`;
  const account = await makeStaff(database.db.owner, 'crm_user');
  const { text } = await ask(`${site}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey },
    body: { email: account.email, password: account.password },
  });
  staff = (JSON.parse(text) as { access_token: string }).access_token;
}, 120_000);
afterAll(stopAll);

const open = async (path: string, address: string, opener = 'none') =>
  (await ask(site + path, { headers: { 'x-forwarded-for': address, 'sec-fetch-site': opener } }))
    .status;
/** Calls a function; `token`: as staff. */
const rpc = async (name: string, body: object, token?: string) =>
  ask(`${site}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey,
      'x-forwarded-for': '198.51.100.1',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: { key: randomUUID(), ...body },
  });

/** Sends the form: the secret of its link, and the ids of enquiry and customer. */
async function enquire(mobile: string, email = 'asha@mail.test') {
  const { text } = await ask(`${site}/rest/v1/rpc/submit_enquiry`, {
    method: 'POST',
    headers: { apikey, 'x-forwarded-for': '198.51.100.1' },
    body: {
      idempotency_key: randomUUID(),
      first_name: 'Asha',
      last_name: 'Rao',
      mobile,
      email,
      rental_from: '2099-01-01',
      rental_to: '2099-01-02',
      items: [{ type: 'prop', id: prop, quantity: 1, price: 100 }],
    },
  });
  const { link, enquiry_number } = JSON.parse(text) as { link: string; enquiry_number: string };
  const [row] = await database.db.owner<{ id: string; customer: string }[]>`
    select id, customer_id as customer from enquiry_orders where enquiry_number = ${enquiry_number}`;
  return { ...row!, link };
}

const WRONG = 'a'.repeat(64);

it('keeps valid links open for a network in which somebody guesses', async () => {
  const address = '203.0.113.50';
  const { link: secret } = await enquire('+919811122201');
  const guesses = [];
  for (let tries = 0; tries < 12; tries += 1)
    guesses.push(await open(`/quote?k=${WRONG}`, address));
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  expect(await open(`/enquiry?k=${WRONG}`, address)).toBe(429);
  expect(await open(`/enquiry?k=${secret}`, address)).toBe(200);
});

it('counts no wrong link that a picture on another site asks for', async () => {
  const address = '203.0.113.51';
  const paths = ['/quote', '/invoice', '/enquiry', '/quote.pdf'];
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await open(`${paths[tries % 4]}?k=${WRONG}`, address, 'cross-site')).toBe(404);
  }
  expect(await open(`/quote?k=${WRONG}`, address)).toBe(404);
});

const GSTIN = '27AAPFU0939F1ZV';
/** Saves the victim's billing profile, and issues a quote of an enquiry with it. */
async function quoteFor(customer: string, enquiry: string): Promise<string> {
  const profile = {
    id: null,
    label: '',
    legal_name: 'Victim Films',
    gstin: GSTIN,
    address: 'Pune',
  };
  await rpc('save_billing_profile', { customer, profile: { ...profile, state_code: null } }, staff);
  const made = await rpc('make_document', { kind: 'quote', enquiry }, staff);
  const { id, version } = JSON.parse(made.text) as { id: string; version: number };
  const issued = await rpc('issue_document', { id, version }, staff);
  expect(issued.text).toContain(GSTIN);
  return id;
}
/** Answer of a link's page, and whether it tells of the victim. */
const shown = async (path: string) => {
  const { status, text } = await ask(site + path, {
    headers: { 'x-forwarded-for': '203.0.113.52' },
  });
  return [status, text.includes(GSTIN)];
};

it('shows a stranger nothing of the victim after a merge, and takes no answer', async () => {
  const stranger = await enquire('+919811122202', 'victim@mail.test');
  const victim = await enquire('+919811122203', 'victim@mail.test');
  const merge = { into: victim.customer, from: stranger.customer };
  expect((await rpc('merge_customers', merge, staff)).status).toBe(200);
  const document = await quoteFor(victim.customer, stranger.id);
  expect(await shown(`/quote?k=${stranger.link}`)).toEqual([404, false]);
  expect(await shown(`/quote.pdf?k=${stranger.link}`)).toEqual([404, false]);
  expect(await shown(`/enquiry?k=${stranger.link}`)).toEqual([200, false]);
  const answer = { secret: stranger.link, answer: 'accepted', name: 'Stran', hash: '0' };
  expect((await rpc('answer_document', answer)).text).toBe('null');
  const own = await rpc('make_document_link', { document }, staff);
  const { secret } = JSON.parse(own.text) as { secret: string };
  expect(await shown(`/quote?k=${secret}`)).toEqual([200, true]);
});

it('sends no quote to the mailbox of a stranger who typed the mobile number first', async () => {
  const mobile = '+919811122204';
  await enquire(mobile, 'stranger@bad.test');
  const victim = await enquire(mobile, 'veena@mail.test');
  const document = await quoteFor(victim.customer, victim.id);
  const refused = await rpc('send_document', { document }, staff);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('veena@mail.test')]);
  const sent = await rpc('send_document', { document, address: 'veena@mail.test' }, staff);
  expect(sent.status).toBe(200);
  const [queued] = await database.db.owner<{ told: { to: string } }[]>`
    select private.email_delivery(message) as told from private.outbox as message
    where message.template = 'quote'`;
  expect(queued?.told.to).toBe('veena@mail.test');
});
