import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { percentile, table } from '../support/figures.ts';
import type { LoadRequest } from '../support/load.ts';
import { type BenchSite, openSite } from '../support/site.ts';
import { call, enquiryData, sendEnquiry } from '../throughput/requests.ts';

const ROUNDS = 300;
/** Enquiries before the measurement, so that e-mails wait. */
const WAITING = 200;

/** A mail server that takes connections and never says a word. */
async function deadServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const send = async ({ address }: BenchSite, { path, ...request }: LoadRequest): Promise<number> => {
  const began = performance.now();
  const answer = await fetch(address + path, request);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
};

/** A visitor's calls, the n-th time: none of them is answered from a cache. */
async function visits(site: BenchSite): Promise<Record<string, (n: number) => LoadRequest>> {
  const data = await enquiryData(site.sql, site.anonKey);
  return {
    'page of a search': (n) => ({
      path: `/rent-props?q=chair+${n}`,
      method: 'GET',
      headers: { 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` },
    }),
    'search, RPC': (n) =>
      call('search_catalogue', n, data, { kind: 'prop', q: `chair ${n}`, size: 24 }),
    submit_enquiry: (n) => sendEnquiry(n, { ...data, load: 1 }),
  };
}

/** Whether a mail server that hangs slows visitors: two sites in turns, one without a mail server. */
export async function benchDeadSmtp(): Promise<string> {
  const dead = await deadServer();
  const without = await openSite();
  const hanging = await openSite({ SMTP_URL: dead.url });
  const sites = [without, hanging];
  try {
    const kinds: Record<string, (n: number) => LoadRequest>[] = [];
    for (const site of sites) {
      // why: the demo studio's own address is reserved, so no e-mail would be sent to it.
      await site.sql`insert into private.studio_settings (key, value) values ('studio.email', '"desk@frameyard.test"')
        on conflict (key) do update set value = excluded.value`;
      const data = await enquiryData(site.sql, site.anonKey);
      for (let n = 0; n < WAITING; n += 1) await send(site, sendEnquiry(n, { ...data, load: 0 }));
      kinds.push(await visits(site));
    }
    const rows: string[][] = [];
    for (const kind of Object.keys(kinds[0] ?? {})) {
      const times: number[][] = sites.map(() => []);
      for (let round = -20; round < ROUNDS; round += 1) {
        for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const [site, request] = [sites[at], kinds[at]?.[kind]];
          if (!site || !request) continue;
          const ms = await send(site, request(round + 20));
          if (round >= 0) times[at]?.push(ms);
        }
      }
      rows.push([
        kind,
        ...[0.5, 0.95].flatMap((share) => times.map((all) => percentile(all, share).toFixed(2))),
      ]);
    }
    const [open] = await hanging.sql<{ count: number; tried: number }[]>`
      select count(*)::int as count, sum(attempts)::int as tried from private.outbox
      where channel = 'email' and state in ('waiting', 'sending')`;
    return [
      `Answers of two sites in turns, ${ROUNDS} each: one without a mail server, and one whose mail server takes`,
      `connections and never says a word, while ${open?.count} e-mails wait (${dead.connections()} connections, ${open?.tried} attempts). ms.\n`,
      table([['', 'none, p50', 'hangs, p50', 'none, p95', 'hangs, p95'], ...rows]),
    ].join('\n');
  } finally {
    for (const site of sites) await site.stop();
    dead.stop();
  }
}
