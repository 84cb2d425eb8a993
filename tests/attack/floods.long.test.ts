import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { scaled } from '#tests/support/scale.ts';
import { createAsker } from './support/ask.ts';
import { useAttackedSite } from './support/attacked-site.ts';
import { sendCrowd, written } from './support/crowd.ts';
import { forgetPeak, heldBelow, peakOf } from './support/memory.ts';
import { visitDuring } from './support/visitor.ts';

/** Memory limits in MB: of the site's process, and of PostgreSQL's processes together. */
const MOST = 400;
const MOST_OF_POSTGRES = 800;
const HOLD_MS = scaled(40_000, 2500);

// why: "within the limits" means a studio's default limits.
const site = useAttackedSite({
  DEMO_DATA: 'on',
  // The flags of npm start, with Node's default heap for a machine of 512 MB.
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  PUBLIC_HOSTS: 'studio.example',
  LIMIT_PAGES: '120',
  LIMIT_REQUESTS: '1200',
  LIMIT_PICTURES: '6000',
});
const ask = createAsker(16);
let usual = 0;
let pictures: string[] = [];

beforeAll(async () => {
  const objects = await site.sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'catalogue'
    order by (metadata ->> 'size')::bigint desc nulls last limit 40`;
  pictures = objects.map(({ name }) => name);
  await visitDuring(site, () => wait(1000));
  usual = await visitDuring(site, () => wait(scaled(5000, 1500)));
});

const list = (count: number, each: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => each(at)).join(',');

type Attack = {
  name: string;
  connections: number;
  /** Bytes that the connections send, cyclically; `from` are the headers with the attacker's address. */
  requests: (from: Record<string, string>) => string[];
  /** Bytes per second that a connection reads. */
  sips?: number;
};

const rest = (path: string) => (from: Record<string, string>) => [
  written(`/rest/v1/${path}`, { ...from, apikey: site.anonKey }),
];
const post = (path: string, bodies: string[]) => (from: Record<string, string>) =>
  bodies.map((body) => written(`/rest/v1/${path}`, { ...from, apikey: site.anonKey }, body));

const WIDE = `prop_categories?select=id,${list(14, (at) => `a${at}:props(*)`)}`;
const DEEP =
  'prop_categories(*,props(*,'.repeat(2) + 'prop_categories(*,props(*))' + '))'.repeat(2);

/** A text frame of a WebSocket client (RFC 6455 §5.2), masked with zeros. */
const frame = (text: string) =>
  `\x81\xfe${String.fromCodePoint(text.length >> 8, text.length & 255)}\0\0\0\0${text}`;

const ATTACKS: Attack[] = [
  { name: 'wide embeds', connections: 300, requests: rest(WIDE) },
  { name: 'wide embeds, read slowly,', connections: 300, requests: rest(WIDE), sips: 500 },
  { name: 'deep embeds', connections: 300, requests: rest(`props?select=*,${DEEP}`) },
  {
    name: 'wide rows',
    connections: 300,
    requests: rest(`props?select=${list(700, (at) => `a${at}:name`)}`),
  },
  {
    name: 'functions with large results',
    connections: 100,
    requests: post(
      'rpc/search_catalogue',
      Array.from({ length: 26 }, (_, at) =>
        JSON.stringify({ size: 100, q: String.fromCodePoint(97 + at) }),
      ),
    ),
  },
  {
    name: 'many small answers, pipelined,',
    connections: 4,
    requests: (from) => [
      rest('props?select=name,description&limit=100')(from).join('').repeat(280),
    ],
  },
  {
    name: 'large bodies',
    connections: 100,
    requests: post('props', [`[${list(330_000, () => '{}')}]`]),
  },
  {
    name: 'kept pages, pipelined and not compressed,',
    connections: 100,
    requests: (from) => [written('/rent-props', from).repeat(100)],
  },
  {
    name: 'WebSockets that talk and do not listen',
    connections: 300,
    requests: (from) => [
      written(`/realtime/v1/websocket?vsn=2.0.0&apikey=${site.anonKey}`, {
        ...from,
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      }) +
        frame(JSON.stringify(['1', '1', `realtime:${'x'.repeat(240)}`, 'phx_join', {}])).repeat(
          200,
        ),
    ],
  },
  {
    name: 'pages of made-up queries',
    connections: 100,
    requests: (from) =>
      Array.from({ length: 100 }, (_, at) => written(`/rent-props?q=word${at}`, from)),
  },
  {
    name: 'pages of made-up hosts',
    connections: 100,
    requests: (from) =>
      Array.from({ length: 100 }, (_, at) =>
        ['host', 'x-forwarded-host']
          .map((name) => written('/rent-props', { ...from, [name]: `made-up-${at}.example` }))
          .join(''),
      ),
  },
  {
    name: 'pictures, pipelined,',
    connections: 100,
    requests: (from) => {
      const paths = pictures.flatMap((name, at) => [
        `object/public/catalogue/${name}`,
        `render/image/public/catalogue/${name}?width=${1500 + at}`,
      ]);
      return [paths.map((path) => written(`/storage/v1/${path}`, from)).join('')];
    },
  },
];

it.each(ATTACKS)('$name take little memory and turn nobody away', async (attack) => {
  const { pid = 0 } = site.process.process;
  const from = { 'x-forwarded-for': `198.51.100.${ATTACKS.indexOf(attack) + 1}` };
  forgetPeak(pid);
  const leave = sendCrowd({
    site: site.address,
    connections: attack.connections,
    requests: attack.requests(from),
    sips: attack.sips ?? 0,
  });
  let ofPostgres = 0;
  const during = await visitDuring(site, async () => {
    const until = performance.now() + HOLD_MS;
    while (performance.now() < until) {
      ofPostgres = Math.max(ofPostgres, heldBelow(pid));
      await wait(200);
    }
  });
  const peak = peakOf(pid);
  await leave();
  console.info(JSON.stringify({ attack: attack.name, peak, ofPostgres, usual, during }));
  expect(peak).toBeLessThan(MOST);
  expect(ofPostgres).toBeLessThan(MOST_OF_POSTGRES);
});

it('answers names that it does not have with 421, and too many pages of one address with 429', async () => {
  const statuses = async (
    count: number,
    each: (at: number) => [string, Record<string, string>],
  ) => {
    const asked = Array.from({ length: count }, (_, at) => {
      const [path, headers] = each(at);
      return ask(site.address + path, { headers: { ...headers, 'x-forwarded-for': '192.0.2.9' } });
    });
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  const hosts = await statuses(50, (at) => ['/', { host: `made-up-${at}.example` }]);
  const forwarded = await statuses(50, (at) => ['/', { 'x-forwarded-host': `${at}.example` }]);
  const named = await statuses(1, () => ['/', { 'x-forwarded-host': 'studio.example' }]);
  expect([[...hosts], [...forwarded], [...named]]).toEqual([[421], [421], [200]]);
  const pages = await statuses(400, (at) => [`/rent-props?q=${at}`, {}]);
  expect(pages).toEqual(new Set([200, 429]));
});
