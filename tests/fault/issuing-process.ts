import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';

/** Argument of a process that issues documents. */
export interface Issuing {
  connection: ConnectionOptions;
  /** The member of staff. */
  staff: string;
  /** Which third of the drafts: 0, 1 or 2. */
  lane: number;
}

/** Issues all drafts of its lane, one after the other; what an earlier process issued is left out. */
async function issueAll({ connection, staff, lane }: Issuing): Promise<void> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} });
  await sql`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: staff })}, false)`;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- why: one page after the other.
    const drafts = await sql<{ id: string; version: number }[]>`
      select id, version from documents
      where state = 'draft' and kind = 'invoice' and ((hashtext(id::text) % 3) + 3) % 3 = ${lane} limit 200`;
    if (drafts.length === 0) break;
    for (const { id, version } of drafts) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other, as staff do.
      await sql`select public.issue_document(${id}, ${version}, ${randomUUID()})`;
    }
  }
  await sql.end();
}

await issueAll(JSON.parse(process.argv[2] ?? '') as Issuing);
