import { z } from 'zod';
import type { Caller } from '../core/caller.ts';
import type { Sql } from '../postgres/connection.ts';
import type { Database } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';

const announced = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  keys: z.array(z.record(z.string(), z.unknown())),
});

/** Rows of one table that were inserted, updated or deleted, by primary key. */
export type Change = z.output<typeof announced>;

/** The current version of a row, with its key. */
export type ChangedRow = { key: Record<string, unknown>; row: Record<string, unknown> };

// why: changes are batched, so that a burst costs a few reads per second and not one per row and
// listener.
const BATCH_MS = 100;

/**
 * Time between two flushes of queued changes while this process has no subscriber. why: often enough to
 * keep batches small; parsing 20 s of changes at once blocked the event loop for 40 ms.
 */
const IDLE_FLUSH_MS = 1_000;

const REQUEST = new Request('http://realtime.internal/realtime/v1/websocket');
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Subscribes to the tables of the publication supabase_realtime. `onChanges` receives changes at
 * most ten times a second; `onGap` is called when the database connection was lost and restored, so
 * changes may have been missed.
 */
export async function followChanges(
  owner: Sql,
  onChanges: (changes: Change[]) => void,
  onGap: () => void,
): Promise<void> {
  await owner`select backend.follow_publication()`;
  let waiting: Change[] = [];
  let listening = false;
  const receive = (text: string) => {
    const change = announced.parse(JSON.parse(text));
    const same = waiting.find(
      ({ schema, table, type }) =>
        schema === change.schema && table === change.table && type === change.type,
    );
    if (same) same.keys.push(...change.keys);
    else waiting.push(change);
    if (waiting.length > 1 || same) return;
    setTimeout(() => {
      const batch = waiting;
      waiting = [];
      onChanges(batch);
    }, BATCH_MS);
  };
  await owner.listen('realtime_changes', receive, () => {
    if (listening) onGap();
    listening = true;
  });
}

/**
 * Flushes the changes queued in the database to all processes: at every interval while this process
 * has subscribers, otherwise rarely, so that the queue stays short.
 * @returns The timer, for the caller to clear.
 */
export function flushChanges(owner: Sql, hasSubscribers: () => boolean): NodeJS.Timeout {
  let flushedAt = 0;
  const flush = async () => {
    if (performance.now() - flushedAt < (hasSubscribers() ? 0 : IDLE_FLUSH_MS)) return;
    flushedAt = Infinity;
    // why: while the database is unreachable, changes stay queued, and followChanges reports the
    // gap.
    await owner`select backend.tell_changes()`.catch(() => {});
    flushedAt = performance.now();
  };
  return setInterval(() => void flush(), BATCH_MS).unref();
}

/**
 * The current versions of the changed rows that this caller may read. Of a deleted row only the key
 * is left; it is sent to signed-in callers who may read any row of the table.
 */
export async function readableRows(
  requests: Database['requests'],
  caller: Caller,
  change: Change,
): Promise<ChangedRow[]> {
  const table = `${quoted(change.schema)}.${quoted(change.table)}`;
  const names = Object.keys(change.keys[0] ?? {});
  const matches = names.map((name) => `t.${quoted(name)} = k.${quoted(name)}`).join(' and ');
  const selected =
    change.type === 'DELETE'
      ? `'{}'::jsonb as row from jsonb_array_elements($1::jsonb) key where exists (select from ${table})`
      : `to_jsonb(t) as row from jsonb_array_elements($1::jsonb) key,
        jsonb_populate_record(null::${table}, key) k join ${table} t on ${matches}`;
  const statement = { text: `select key, ${selected}`, params: [JSON.stringify(change.keys)] };
  try {
    return await runAsCaller<ChangedRow>(requests, caller, REQUEST, statement, () => {});
  } catch (error) {
    // A role without select on the table receives nothing.
    if (error instanceof Error && 'code' in error && error.code === '42501') return [];
    throw error;
  }
}

/**
 * Whether the policies on realtime.messages let this caller receive and send broadcasts of a topic.
 * Tried with inserts in a transaction that is rolled back.
 */
export async function broadcastRights(
  requests: Database['requests'],
  { role, claims }: Caller,
  topic: string,
): Promise<{ hear: boolean; send: boolean }> {
  const rights = { hear: false, send: false };
  const undo = new Error('Roll back');
  await requests
    .begin(async (sql) => {
      await sql`select set_config('role', 'service_role', true),
        set_config('realtime.topic', ${topic}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('statement_timeout', '3s', true)`;
      const [message] = await sql<[{ id: string }]>`
        insert into realtime.messages (topic, extension) values (${topic}, 'broadcast') returning id`;
      await sql`select set_config('role', ${role}, true)`;
      const heard = await sql`select from realtime.messages where id = ${message.id}`;
      rights.hear = heard.length > 0;
      await sql`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`;
      rights.send = true;
      throw undo;
    })
    .catch((error: unknown) => {
      const refused = error instanceof Error && 'code' in error && error.code === '42501';
      if (error !== undo && !refused) throw error;
    });
  return rights;
}
