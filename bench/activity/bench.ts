import { createHash } from 'node:crypto';
import { openPool, type Sql } from '#backend';
import { startTestServer } from '#tests/support/postgres-server.ts';
import { compared, count, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';

const ENTRIES = 1_000_000;
const ROUNDS = 15;
/** Staff of the log; the first makes half of the entries. */
const PEOPLE = 12;

/**
 * A million entries over three years, of twelve people. A tenth are rows of bulk changes of 5,000. A quarter of the
 * records is an oak bench, which Person 1 never changes, and a quarter each a chair, a lamp and a table. Person 12 has
 * few entries, some of them of a zither.
 */
async function fillLog(owner: Sql): Promise<void> {
  await fillDemo(owner);
  await owner`
    insert into private.activity (id, change_id, more, at, person_id, person_name, area, what, table_name, record_type,
      record_id, label, changes)
    select n, case when bulk then n - n % 5000 + 1 else n end, case when bulk and n % 5000 = 1 then 4999 else 0 end,
      now() - (${ENTRIES} - n) * interval '95 seconds', md5('person ' || person)::uuid, 'Person ' || person,
      (array['items', 'items', 'items', 'lists', 'crm'])[n % 5 + 1], 'changed', 'props', 'item', md5('item ' || n % 40000)::uuid,
      'PRP-' || lpad((n % 40000)::text, 5, '0') || ' · ' || case
        when person = 12 and n % 5 = 0 then 'Zither'
        when person <> 1 and n % 4 = 1 then 'Oak bench'
        else (array['Wing chair', 'Brass lamp', 'Teak table'])[n % 3 + 1] end,
      '{"price": [500, 650]}'
    from (
      select n, n / 5000 % 10 = 3 as bulk,
        case when n % 2 = 0 then 1 when n % 997 = 0 then ${PEOPLE}::int
          else (n / 2 * 7) % (${PEOPLE}::int - 2) + 2 end as person
      from generate_series(1, ${ENTRIES}::int) as n
    ) as made`;
  await owner`select setval('private.activity_id_seq', ${ENTRIES})`;
}

const CALLS: [what: string, text: string | null, person: number | null][] = [
  ['newest', null, null],
  ['person with half', null, 1],
  ['common text', 'chair', null],
  ['common text, person with half', 'chair', 1],
  ['common text, person with a twentieth', 'chair', 5],
  ['common text, person with 502 entries', 'chair', 12],
  ['common text that the person with half never has', 'oak bench', 1],
  ['a code, person with half', 'PRP-00123', 1],
  ['rare text, its person', 'zither', 12],
  ['rare text, a person without it', 'zither', 1],
  ['text of nothing, person with half', 'harpsichord', 1],
  ['common text, a person without entries', 'chair', 99],
];

/** Reads the first page of the log, in a transaction that is rolled back. */
async function ask(sql: Sql, text: string | null, person: string | null, index = true) {
  let ms = 0;
  await sql
    .begin(async (tx) => {
      if (!index) await tx`drop index private.activity_person_rows_idx`;
      // why twice: the first call plans anew after the index was dropped.
      for (let call = 0; call < 2; call += 1) {
        const start = performance.now();
        await tx`select public.activity(query => ${text}, person => ${person}::uuid)`;
        ms = performance.now() - start;
      }
      throw new Error('rolled back');
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error;
    });
  return { ms };
}

const askWithout = (sql: Sql, text: string | null, person: string | null) =>
  ask(sql, text, person, false);

/** Measures the activity log with a million entries, in the database, with and without the index for text and person. */
export async function benchActivity(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  try {
    const studio = await openStudio(server, 'activity', fillLog);
    studio.stop();
    const sql = openPool(studio.database, { max: 1, name: 'bench' });
    const [admin] = await sql<[{ id: string }]>`
      select id from user_profiles where role = 'admin' limit 1`;
    const claims = JSON.stringify({ sub: admin.id, role: 'authenticated', aal: 'aal1' });
    await sql`select set_config('request.jwt.claims', ${claims}, false)`;
    const rows: string[][] = [];
    for (const [what, text, person] of CALLS) {
      const id =
        person === null ? null : createHash('md5').update(`person ${person}`).digest('hex');
      const times = await compared(
        ROUNDS,
        () => ask(sql, text, id),
        () => askWithout(sql, text, id),
      );
      rows.push([what, ...times.map((ms) => ms.toFixed(1)).toReversed()]);
    }
    await sql.end();
    return [
      `\`activity\` over ${count(ENTRIES)} entries, in the database; lower quartiles in ms for one page of 50,\nwithout and with \`activity_person_rows_idx\`, in turns.\n`,
      table([['call', 'without', 'with'], ...rows]),
    ].join('\n');
  } finally {
    await stop();
  }
}
