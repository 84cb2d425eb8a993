import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillStudio } from '#tests/db/studio.ts';
import { scaled } from '#tests/support/scale.ts';
import { eventually } from '#tests/support/waiting.ts';
import { createAsker } from './support/ask.ts';
import { useAttackedSite } from './support/attacked-site.ts';
import { headersOf, refusedCallers, rightfulCallers, type Caller } from './support/callers.ts';
import { plantCanaries, type Canaries } from './support/canaries.ts';
import { catalogOf, unknownOf, type Found } from './support/catalog.ts';
import * as cells from './support/http-cells.ts';
import { listen, mayListen, touch, wrongOfListener } from './support/listeners.ts';

const site = useAttackedSite();
const ask = createAsker(12);

let canaries: Canaries;
let rightful: Caller[] = [];
let refused: Caller[] = [];
let found: Found;
let matrix: cells.Cell[] = [];

const whoIs = (name: string) => {
  const caller = rightful.find((each) => each.name === name);
  if (!caller) throw new Error(`${name} is not there`);
  return caller;
};
const askAs = (caller: Caller, path: string, question: cells.Cell['question'] = {}) =>
  ask(site.address + path, {
    ...question,
    headers: { ...headersOf(caller), ...question.headers },
  });

beforeAll(async () => {
  await fillStudio({ owner: site.sql });
  await site.sql`insert into public.props (name, price) values ('Free', 0)`;
  await site.sql`insert into storage.buckets (id, name) values ('letters', 'letters')`;
  canaries = await plantCanaries(site.sql);
  [rightful, refused] = [await rightfulCallers(site), await refusedCallers(site)];
  const create = { width: 8, height: 8, channels: 3, background: '#456' } as const;
  const picture = await sharp({ create }).webp().toBuffer();
  const put = { method: 'POST', headers: { 'content-type': 'image/webp' }, body: picture };
  for (const bucket of ['catalogue', 'returns', 'letters']) {
    const path = `/storage/v1/object/${bucket}/private.webp`;
    const { status, text } = await askAs(whoIs('service_role'), path, put);
    if (status !== 200) throw new Error(`No picture in ${bucket}: ${text}`);
  }
  found = await catalogOf(site.sql);
  matrix = [
    ...(await cells.restCells(site.sql, found, canaries.ids)),
    ...cells.storageCells(found),
    ...cells.otherCells(canaries.ids),
  ];
});

/** Sends one request as a caller; returns what is wrong with the response. */
async function wrongOf(caller: Caller, cell: cells.Cell): Promise<string[]> {
  const { question, path, may, isOpen, isByToken, shows } = cell;
  const is = (isByToken ? caller.byToken : null) ?? caller.is;
  const answer = await askAs(caller, path, question);
  const { status, headers, text } = answer;
  const wrong = canaries
    .inWrong(is, text + JSON.stringify(headers))
    .filter((of) => !(is && shows?.to.includes(is) && shows.columns.includes(of)))
    .map((of) => `shows ${of}`);
  if (status >= 500) wrong.push(`answers ${status}`);
  if (is === null) {
    if (!isOpen && status !== 401 && status !== 403) wrong.push(`is let in: ${status}`);
  } else if (may !== null && !isOpen) {
    const ought = may.includes(is);
    const said = `${status} ${text.slice(0, 200)}`;
    if (cells.isThrough(cell, answer) !== ought)
      wrong.push(`${ought ? 'is refused' : 'gets through'}: ${said}`);
  }
  return wrong.map((each) => `${caller.name}: ${cell.key} ${each}`);
}

/** Sends all requests as each caller; in the short run each caller sends a sample. */
async function wrongOfAll(callers: Caller[], list: cells.Cell[], oneIn = 1) {
  const wrong: string[] = [];
  let asked = 0;
  for (const [at, caller] of callers.entries()) {
    const own = list.filter(
      ({ isWrite, may }, place) =>
        (place + at) % scaled(1, oneIn) === 0 &&
        !(isWrite && caller.is !== null && may?.includes(caller.is)),
    );
    asked += own.length;
    wrong.push(...(await Promise.all(own.map((cell) => wrongOf(caller, cell)))).flat());
  }
  return { wrong, asked };
}

describe('the matrix over HTTP', () => {
  it('knows every relation, column, function, bucket and channel', () => {
    // The private bucket is created by this test.
    expect(unknownOf(found)).toEqual(['bucket letters']);
  });

  it('has a canary in every personal column', async () => {
    expect(await canaries.missing()).toEqual([]);
    expect(canaries.count).toBeGreaterThan(15);
  });

  it('gives every caller what the rules allow and nothing else', async () => {
    const whole = await wrongOfAll(
      rightful,
      matrix.filter(({ isDetail }) => !isDetail),
      3,
    );
    const details = await wrongOfAll(
      rightful,
      matrix.filter(({ isDetail }) => isDetail),
      10,
    );
    console.info(`${whole.asked + details.asked} cells of ${rightful.length} callers`);
    expect([...whole.wrong, ...details.wrong]).toEqual([]);
  });

  it('shows CRM staff what no other caller sees', async () => {
    for (const name of ['customers', 'rpc/search_leads', 'rpc/customer_record']) {
      const question = name.startsWith('rpc/')
        ? { method: 'POST', body: name.endsWith('record') ? { id: canaries.ids.customer } : {} }
        : {};
      const { text } = await askAs(whoIs('crm_user'), `/rest/v1/${name}`, question);
      expect([name, canaries.inWrong(null, text)]).toEqual([
        name,
        expect.arrayContaining(['customers.mobile']),
      ]);
    }
  });

  it('gives nothing to callers with invalid credentials', async () => {
    const { wrong, asked } = await wrongOfAll(refused, matrix, 48);
    console.info(`${asked} cells of ${refused.length} callers`);
    expect(wrong).toEqual([]);
  });

  it('detects every deliberate hole', async () => {
    const { sql } = site;
    await sql.unsafe(`create table public.planted (id int primary key, email text);
      create function public.planted_too() returns int language sql return 1;
      insert into storage.buckets (id, name) values ('planted', 'planted');
      alter publication supabase_realtime add table public.planted;
      alter table public.customers add column planted text;
      grant select on public.customers to anon;
      create policy hole on public.customers for select to anon using (true)`);
    const unknown = unknownOf(await catalogOf(sql));
    const missing = await canaries.missing();
    const about = matrix.filter(({ key }) => /^(GET|HEAD) customers(\.email)?$/.test(key));
    const { wrong } = await wrongOfAll([whoIs('visitor A')], about);
    await sql.unsafe(`drop policy hole on public.customers;
      revoke select on public.customers from anon;
      alter table public.customers drop column planted;
      drop table public.planted; drop function public.planted_too();
      delete from storage.buckets where id = 'planted'`);
    expect(unknown).toEqual([
      'column public.customers.planted',
      'relation public.planted',
      'function public.planted_too',
      'bucket letters',
      'bucket planted',
      'channel public.planted',
    ]);
    expect(missing).toContain('customers.planted');
    expect(wrong).toContain('visitor A: GET customers shows customers.mobile');
    expect(wrong).toContain('visitor A: GET customers.email shows customers.email');
    expect(wrong.join()).toContain('visitor A: HEAD customers gets through');
  });
});

it('hides one visitor’s enquiry from another who knows its key and number', async () => {
  const [a, b] = [whoIs('visitor A'), whoIs('visitor B')];
  const [prop] = await site.sql<{ id: string }[]>`select id from public.props where price = 0`;
  const sent = (of: Record<string, string>, key = randomUUID()) => ({
    method: 'POST',
    body: {
      idempotency_key: key,
      first_name: 'Asha',
      last_name: 'Rao',
      mobile: '+916111122220',
      email: 'asha@visitor.example',
      rental_from: '2099-01-01',
      rental_to: '2099-01-02',
      message: 'Of visitor A',
      items: [{ type: 'prop', id: prop?.id, quantity: 1, price: 0 }],
      ...of,
    },
  });
  const key = randomUUID();
  const submit = '/rest/v1/rpc/submit_enquiry';
  const first = await askAs(a, submit, sent({}, key));
  expect(first.status).toBe(200);
  const { link, ...saved } = JSON.parse(first.text) as { enquiry_number: string; link: string };
  const { enquiry_number: number } = saved;
  const again = JSON.parse((await askAs(a, submit, sent({}, key))).text) as typeof saved;
  // The secret of the enquiry's page is not stored, so a repeat gets another.
  expect(again).toEqual({ ...saved, link: expect.not.stringContaining(link) });

  const own = { first_name: 'Bina', mobile: '+916111122221', email: 'bina@visitor.example' };
  const post = (body: object) => ({ method: 'POST', body });
  const tries: [string, cells.Cell['question'], number][] = [
    [submit, sent(own, key), 409],
    [submit, sent({ message: '' }, key), 409],
    [submit, sent(own), 200],
    [`/rest/v1/enquiry_orders?enquiry_number=eq.${number}`, {}, 401],
    [
      `/rest/v1/enquiry_orders?select=id`,
      { method: 'HEAD', headers: { prefer: 'count=exact' } },
      401,
    ],
    ['/rest/v1/rpc/enquiry_record', post({ number }), 401],
    ['/rest/v1/rpc/search_enquiries', post({ q: number }), 401],
    ['/rest/v1/rpc/search_catalogue', post({ q: number }), 200],
    [`/search?q=${number}`, {}, 200],
    ['/thank-you-for-enquiry', {}, 200],
  ];
  for (const [path, question, status] of tries) {
    const answer = await askAs(b, path, question);
    expect([path, answer.status]).toEqual([path, status]);
    const asked = path.includes(number) ? [] : [number];
    for (const told of [...asked, '6111122220', 'asha@visitor', 'Of visitor A'])
      expect([path, answer.text.includes(told)]).toEqual([path, false]);
  }
});

it('sends live changes only to callers who may read the row', async () => {
  const callers = [...rightful, ...refused];
  const listeners = await Promise.all(callers.map((caller) => listen(site.address, caller)));
  await touch(site.sql);
  // Earlier messages have arrived by now.
  await site.sql`insert into public.props (name) values ('The last that is told')`;
  for (const { heard } of listeners.filter(({ caller }) => mayListen(caller)))
    await eventually(() => expect(heard.join()).toContain('The last that is told'));
  for (const listener of listeners) listener.close();
  expect(listeners.flatMap(wrongOfListener)).toEqual([]);
  const seen = listeners.flatMap(({ caller, heard }) =>
    canaries.inWrong(caller.is, heard.join()).map((of) => `${caller.name} hears ${of}`),
  );
  expect(seen).toEqual([]);
});
