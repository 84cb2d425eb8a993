import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { quietFaults } from '#tests/support/availability-rows.ts';
import { createDice } from '#tests/support/dice.ts';
import { scaled } from '#tests/support/scale.ts';
import type { Site } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';
import { startCrowd, type Ledger } from './crowd.ts';
import { expectDeskThere, startDeskCrowd, type DeskCrowd } from './desk-crowd.ts';
import { expectAllThere, expectPicturesWhole, tornRows } from './ledger.ts';
import { postmasterOf } from './shortage.ts';
import { enter, fillCatalogue, OWNER, useTellingSites, VARIABLES, withDatabase } from './studio.ts';

const VICTIMS = ['server', 'postmaster', 'backend', 'server and postmaster'] as const;
const ROUNDS = scaled(50, 3);

const { preparedFolder, start } = useTellingSites();
const SEED = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const dice = createDice(SEED, 0);

async function someBackendOf(dataDir: string): Promise<number> {
  const pids = await withDatabase(dataDir, async (sql) => {
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name like 'studio-%' order by pid`;
    return rows.map(({ pid }) => pid);
  });
  const [first = 0, ...others] = pids;
  return dice.of([first, ...others]);
}

/** Milliseconds until a site serves reads from its database for a quarter of a second. */
async function readyAgain(address: string, apikey: string, since: number): Promise<number> {
  let ready = 0;
  for (let well = 0; well < 10; await sleep(25)) {
    const answer = await fetch(`${address}/rest/v1/props?select=id&limit=1`, {
      headers: { apikey },
    }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status !== 200) well = 0;
    else if ((well += 1) === 1) ready = performance.now() - since;
    if (performance.now() - since > 60_000) throw new Error('The site does not come back.');
  }
  return ready;
}

function report(
  ledger: Ledger,
  desk: DeskCrowd,
  took: Record<'server' | 'PostgreSQL', number[]>,
): void {
  const { enquiries, orders, notes, pictures, shelves } = ledger;
  const edits = [...shelves.values()].reduce((sum, edit) => sum + edit, 0);
  const moves = [...desk.orders.values()].reduce((sum, { movements }) => sum + movements.length, 0);
  const all = enquiries.size + orders.size + notes.size + edits + pictures.size + moves;
  const ready = Object.entries(took).map(([who, times]) => {
    const sorted = times.map(Math.round).toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `${who} ${sorted.length} times, again ready in ${middle} ms (middle), ${sorted.at(-1)} ms (longest)`;
  });
  process.stdout.write(
    `kill -9, ${ROUNDS} rounds: ${all} acknowledged writes are there (${enquiries.size} enquiries, ` +
      `${orders.size} conversions, ${edits} edits, ${notes.size} notes, ${pictures.size} pictures, ` +
      `${moves} movements of ${desk.orders.size} orders); ` +
      `${ready.join('; ')}\n`,
  );
}

describe('kill -9 under nineteen connections', () => {
  test(`loses, tears and doubles nothing (${ROUNDS} rounds, FAULT_SEED=${SEED})`, async () => {
    const dataDir = await preparedFolder();
    let site: Site = start(dataDir, VARIABLES);
    const address = await site.ready;
    expect(site.output()).toContain('is ready');
    const again = { ...VARIABLES, PORT: new URL(address).port };
    const catalogue = await withDatabase(dataDir, fillCatalogue);
    const { visitor, staff, apikey } = await enter(address);

    const live = createClient(address, apikey);
    expect((await live.auth.signInWithPassword(OWNER)).error).toBeNull();
    const heard = new Set<unknown>();
    let joined = false;
    const wanted = { event: 'INSERT' as const, schema: 'public', table: 'enquiry_orders' };
    live
      .channel('enquiries')
      .on('postgres_changes', wanted, (change) => heard.add(change.new['enquiry_number']))
      .subscribe((status) => {
        joined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;
      });
    await eventually(() => expect(joined).toBe(true));

    const crowd = startCrowd(visitor, staff, catalogue);
    const desk = startDeskCrowd(staff, catalogue.items);
    const took: Record<'server' | 'PostgreSQL', number[]> = { server: [], PostgreSQL: [] };
    const torn: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const victim = VICTIMS[round] ?? dice.of(VICTIMS);
      await sleep(100 + dice.below(900));
      const postmaster = postmasterOf(dataDir);
      const backend = victim === 'backend' ? await someBackendOf(dataDir) : 0;
      const killed = performance.now();
      if (victim.startsWith('server')) {
        site.process.kill('SIGKILL');
        if (victim.endsWith('postmaster')) process.kill(postmaster, 'SIGKILL');
        await site.ended;
        const began = performance.now();
        site = start(dataDir, again);
        await site.ready;
        took.server.push(await readyAgain(address, apikey, began));
      } else {
        process.kill(victim === 'backend' ? backend : postmaster, 'SIGKILL');
        took.PostgreSQL.push(await readyAgain(address, apikey, killed));
      }
      torn.push(...(await withDatabase(dataDir, tornRows)));
    }
    await Promise.all([crowd.stop(), desk.stop()]);
    expect(torn).toEqual([]);
    await withDatabase(dataDir, async (sql) => {
      await expectAllThere(sql, crowd.ledger);
      await expectDeskThere(sql, desk);
      expect(await quietFaults(sql)).toEqual([]);
      await expectPicturesWhole(sql, crowd.ledger, address);
    });

    await eventually(() => expect(joined).toBe(true));
    heard.clear();
    const more = startCrowd(visitor, staff, { ...catalogue, shelves: [] });
    await eventually(() => expect(heard.size).toBeGreaterThan(0));
    await more.stop();
    await live.removeAllChannels();
    await live.auth.stopAutoRefresh();

    report(crowd.ledger, desk, took);
  });
});
