import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useStudio } from '#tests/db/studio.ts';
import { IDENTITY, saveSettings } from '#tests/db/documents.ts';
import { scaled } from '#tests/support/scale.ts';
import { eventually } from '#tests/support/waiting.ts';
import { verifyBooks } from '../../scripts/verify-books.ts';
import type { Issuing } from './issuing-process.ts';

const DOCUMENTS = scaled(10_000, 600);
const KILLS = scaled(12, 4);
/** Documents a second that are promised, on a quiet machine. why 0: starts of processes take most of a short run. */
const PROMISED = scaled(200, 0);

const studio = useStudio();

/** Makes drafts of invoices with three lines, ten of each order, with their amounts as make_document saves them. */
async function fill(): Promise<void> {
  const sql = studio.db.owner;
  await saveSettings(studio, IDENTITY);
  await sql`create table private.test_clock (day date not null)`;
  await sql`insert into private.test_clock values ('2031-03-31')`;
  await sql.unsafe(`create or replace function private.today() returns date language sql stable set search_path = ''
    as $$ select day from private.test_clock $$`);
  await sql`
    with made as (
      insert into orders (customer_id, total_price)
      select ${studio.ids.customer}, 0 from generate_series(1, ${DOCUMENTS} / 10) returning id, customer_id
    )
    insert into documents (kind, order_id, customer_id)
    select 'invoice', made.id, made.customer_id from made cross join generate_series(1, 10)`;
  await sql`
    insert into document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price)
    select document.id, place, 'text', 'Lamp', '997319', 18, 'recipient', place, 3, 333.33
    from documents as document cross join generate_series(1, 3) as place where document.kind = 'invoice'`;
  await sql`select private.save_amounts(id) from documents where kind = 'invoice'`;
  await sql`analyze documents, document_lines`;
}

test(`${DOCUMENTS} documents, three processes, ${KILLS} kills, across 1 April`, async () => {
  await fill();
  const sql = studio.db.owner;
  const staff = studio.who('crm_user').sub ?? '';
  const start = (lane: number): ChildProcess => {
    const given: Issuing = { connection: studio.owner, staff, lane };
    return fork(join(import.meta.dirname, 'issuing-process.ts'), [JSON.stringify(given)], {
      execArgv: [],
    });
  };
  const issued = async () => {
    const [row] = await sql<
      [{ issued: number }]
    >`select count(*)::integer as issued from documents where state = 'issued' and kind = 'invoice'`;
    return row.issued;
  };
  const running = [0, 1, 2].map(start);
  let kills = 0;
  const began = performance.now();
  for (let done = 0; done < DOCUMENTS; done = await issued()) {
    // oxlint-disable-next-line no-await-in-loop -- why: watches until all are issued.
    await sleep(100);
    // oxlint-disable-next-line no-await-in-loop -- why: the year ends half-way.
    if (done > DOCUMENTS / 2) await sql`update private.test_clock set day = '2031-04-01'`;
    if (kills < KILLS && done > (kills * DOCUMENTS) / (KILLS + 1)) {
      const lane = kills % 3;
      running[lane]?.kill('SIGKILL');
      running[lane] = start(lane);
      kills += 1;
    }
    for (const [lane, child] of running.entries()) {
      // why again: whoever had the rest of a lane may have been killed.
      if (child.exitCode !== null && child.exitCode !== 0) running[lane] = start(lane);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  await eventually(() => {
    const alive = running.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
    if (alive.length > 0) throw new Error(`${alive.length} processes still run.`);
  });
  process.stdout.write(`${Math.round(DOCUMENTS / seconds)} documents a second, ${kills} kills.\n`);
  const series = await sql`
    select fy, min(sequence) as first, max(sequence) - count(*)::integer as gaps, count(distinct number) = count(*) as once,
      min(date)::text as date, max(date)::text as last
    from documents where kind = 'invoice' group by fy order by fy`;
  expect([...series]).toEqual([
    { fy: '30-31', first: 1, gaps: 0, once: true, date: '2031-03-31', last: '2031-03-31' },
    { fy: '31-32', first: 1, gaps: 0, once: true, date: '2031-04-01', last: '2031-04-01' },
  ]);
  expect(await verifyBooks(sql)).toEqual({ documents: DOCUMENTS, problems: [] });
  expect(DOCUMENTS / seconds).toBeGreaterThan(PROMISED);
});
