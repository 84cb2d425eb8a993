import { z } from 'zod';
import type { Caller } from '../core/caller.ts';
import type { Database, Sql } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';

const announced = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  keys: z.array(z.record(z.string(), z.unknown())),
});

/** Rows of one table that were inserted, updated or deleted: their primary keys. */
export type Change = z.output<typeof announced>;

/** A row as it stands now, with its key. */
export type ChangedRow = { key: Record<string, unknown>; row: Record<string, unknown> };

// why: changes that come together are read together, so that a burst costs a few reads a second
// and not one for each row and listener.
const GATHER_MS = 100;

/**
 * How often changes are told, and so forgotten, that nobody follows.
 * why: soon, as reading 20 s of them at once held the event loop up for 40 ms.
 */
const FORGET_MS = 1_000;

const REQUEST = new Request('http://realtime.internal/realtime/v1/websocket');
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Follows the tables of the publication supabase_realtime. `onChanges` gets what changed, at most
 * ten times a second; `onGap` is called when changes may have been missed, because the connection
 * to the database was lost and is back.
 */
export async function followChanges(
  owner: Sql,
  onChanges: (changes: Change[]) => void,
  onGap: () => void,
): Promise<void> {
  await owner`select backend.follow_publication()`;
  let waiting: Change[] = [];
  let listening = false;
  const take = (text: string) => {
    const change = announced.parse(JSON.parse(text));
    const same = waiting.find(
      ({ schema, table, type }) =>
        schema === change.schema && table === change.table && type === change.type,
    );
    if (same) same.keys.push(...change.keys);
    else waiting.push(change);
    if (waiting.length > 1 || same) return;
    setTimeout(() => {
      const gathered = waiting;
      waiting = [];
      onChanges(gathered);
    }, GATHER_MS);
  };
  await owner.listen('realtime_changes', take, () => {
    if (listening) onGap();
    listening = true;
  });
}

/**
 * Has the changes told that wait in the database, in all processes, for as long as there are
 * followers in this one; else they are told now and then, so that they do not pile up.
 * @returns To be cleared at the end.
 */
export function askForChanges(owner: Sql, hasFollowers: () => boolean): NodeJS.Timeout {
  let askedAt = 0;
  const ask = async () => {
    if (performance.now() - askedAt < (hasFollowers() ? 0 : FORGET_MS)) return;
    askedAt = Infinity;
    // why: while the database is away the changes wait, and the gap is told by followChanges.
    await owner`select backend.tell_changes()`.catch(() => {});
    askedAt = performance.now();
  };
  return setInterval(() => void ask(), GATHER_MS).unref();
}

/**
 * The changed rows that this caller may read, as they stand now. Of a deleted row only the key is
 * left: it is told to callers who are signed in and may read some row of the table.
 */
export async function readableRows(
  requests: Database['requests'],
  caller: Caller,
  change: Change,
): Promise<ChangedRow[]> {
  const table = `${quoted(change.schema)}.${quoted(change.table)}`;
  const names = Object.keys(change.keys[0] ?? {});
  const matches = names.map((name) => `t.${quoted(name)} = k.${quoted(name)}`).join(' and ');
  const told =
    change.type === 'DELETE'
      ? `'{}'::jsonb as row from jsonb_array_elements($1::jsonb) key where exists (select from ${table})`
      : `to_jsonb(t) as row from jsonb_array_elements($1::jsonb) key,
        jsonb_populate_record(null::${table}, key) k join ${table} t on ${matches}`;
  const statement = { text: `select key, ${told}`, params: [JSON.stringify(change.keys)] };
  try {
    return await runAsCaller<ChangedRow>(requests, caller, REQUEST, statement, () => {});
  } catch (error) {
    // A role without the right to read the table hears nothing of it.
    if (error instanceof Error && 'code' in error && error.code === '42501') return [];
    throw error;
  }
}

/** Whether the policies on realtime.messages let this caller hear and send broadcasts of a topic. */
export async function broadcastRights(
  requests: Database['requests'],
  { role, claims }: Caller,
  topic: string,
): Promise<{ hear: boolean; send: boolean }> {
  const rights = { hear: false, send: false };
  const undo = new Error('Nothing of this stays');
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
