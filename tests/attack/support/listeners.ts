import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { PUBLISHED } from '#tests/db/access-rules/public.ts';
import { RELATIONS } from '#tests/db/access-rules/relations.ts';
import { EVERYONE } from '#tests/db/access-rules/rule.ts';
import { eventually } from '#tests/support/waiting.ts';
import type { Caller } from './callers.ts';

/** The messages that a caller receives at /realtime/v1. */
export interface Listener {
  caller: Caller;
  /** Every received frame, or the refusal of the connection. */
  heard: string[];
  close(): void;
}

type Frame = [string | null, string | null, string, string, { status?: string }];

const framesOf = ({ heard }: Listener) =>
  heard.filter((text) => text.startsWith('[')).map((text) => JSON.parse(text) as Frame);

/** Whether a topic was joined; null while there is no reply. */
const joinedTo = (listener: Listener, topic: string): boolean | null => {
  const reply = framesOf(listener).find(
    ([, , at, event]) => at === `realtime:${topic}` && event === 'phx_reply',
  );
  return reply ? reply[4].status === 'ok' : null;
};

/** Topics that every caller joins and sends to, besides the tables. */
const TOPICS = ['staff', 'all customers', 'presence', '*'];

/** Subscriptions of every caller: all published tables, and all that are not public. */
export const LISTENED = Object.entries(RELATIONS)
  .map(([name, rule]) => ({ name: name.replace('public.', ''), rule }))
  .filter(({ name, rule }) => PUBLISHED.includes(name) || rule.read !== EVERYONE)
  .map(({ name }) => name)
  .filter((name) => !name.includes('.'));

/**
 * The tables that each channel listens to: a published one alone, the others in groups.
 * why groups: a socket has at most 30 channels, a channel 20 listeners, and its name 255 characters.
 */
const CHANNELS = LISTENED.filter((table) => PUBLISHED.includes(table)).map((table) => [table]);
const UNPUBLISHED = LISTENED.filter((table) => !PUBLISHED.includes(table));
for (let at = 0; at < UNPUBLISHED.length; at += 10) CHANNELS.push(UNPUBLISHED.slice(at, at + 10));
const topicOf = (tables: readonly string[]) => tables.join('+');

/** Whether a caller may subscribe at all. */
export const mayListen = ({ is }: Caller): boolean => is !== null && is !== 'anon';

/** Messages that a caller should not have received, or should have and did not. */
export function wrongOfListener(listener: Listener): string[] {
  const { caller, heard } = listener;
  const wrong: string[] = [];
  for (const tables of CHANNELS) {
    const topic = topicOf(tables);
    const ought =
      mayListen(caller) &&
      tables.every(
        (table) =>
          PUBLISHED.includes(table) &&
          RELATIONS[`public.${table}`]?.read.includes(caller.is ?? 'anon'),
      );
    const isTold = framesOf(listener).some(
      ([, , at, event]) => at === `realtime:${topic}` && event === 'postgres_changes',
    );
    if (isTold !== ought) wrong.push(`${isTold ? 'hears' : 'does not hear'} of ${topic}`);
    if (!mayListen(caller) && joinedTo(listener, topic)) wrong.push(`joined ${topic}`);
  }
  for (const topic of TOPICS) {
    const isOpen = caller.is === 'service_role' && topic !== 'presence';
    const isJoined = joinedTo(listener, topic) ?? false;
    if (isJoined !== isOpen) wrong.push(`${isJoined ? 'joined' : 'did not join'} ${topic}`);
  }
  if (heard.join().includes('"broadcast",{"type":"broadcast"')) wrong.push('hears a broadcast');
  return wrong.map((each) => `${caller.name} ${each}`);
}

/** Connects as a caller and joins every table, all tables at once, broadcasts and presence. */
export async function listen(address: string, caller: Caller): Promise<Listener> {
  const url = new URL('/realtime/v1/websocket?vsn=2.0.0', address.replace('http', 'ws'));
  if (caller.apikey !== null) url.searchParams.set('apikey', caller.apikey);
  const socket = new WebSocket(url);
  const heard: string[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(String(data)));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });
  if (!isOpen) heard.push('refused');
  const said = caller.token ?? caller.apikey;
  let ref = 0;
  const send = (topic: string, event: string, payload: object) => {
    ref += 1;
    const frame = [String(ref), String(ref), `realtime:${topic}`, event, payload];
    if (isOpen) socket.send(JSON.stringify(frame));
  };
  const join = (topic: string, config: object) =>
    send(topic, 'phx_join', { config, ...(said && { access_token: said }) });
  for (const tables of CHANNELS) {
    const changes = tables.map((table) => ({ event: '*', schema: 'public', table }));
    join(topicOf(tables), { postgres_changes: changes });
  }
  join('everything', { postgres_changes: [{ event: '*', schema: '*', table: '*' }] });
  for (const topic of TOPICS) {
    join(topic, { private: true, broadcast: {}, presence: { enabled: topic === 'presence' } });
    send(topic, 'broadcast', { type: 'broadcast', event: 'said', payload: `from ${caller.name}` });
  }
  const listener = { caller, heard, close: () => socket.close() };
  const last = TOPICS.at(-1) ?? '';
  if (isOpen) await eventually(() => expect(joinedTo(listener, last)).not.toBeNull());
  return listener;
}

/** Updates every row of the subscribed tables without changing it. */
export async function touch(sql: Sql): Promise<void> {
  for (const table of LISTENED) {
    const [column] = await sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and attname <> 'id'
        and attgenerated = '' and not attisdropped order by attnum limit 1`;
    const name = sql(column?.name ?? 'id');
    await sql`update ${sql(`public.${table}`)} set ${name} = ${name}`;
  }
}
