import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { committed, enquiry, liftLimits } from '#tests/db/enquiry.ts';
import { useStudio } from '#tests/db/studio.ts';
import { urlOf } from '#tests/support/database.ts';
import { type Answer, type MailServerOfTest, startMailServer } from '#tests/support/mail-server.ts';
import { scaled } from '#tests/support/scale.ts';
import { eventually } from '#tests/support/waiting.ts';
import type { SendingGiven } from './sending-process.ts';

const ENQUIRIES = scaled(500, 60);
const KILLS = scaled(8, 3);
const HOURS_AWAY = scaled(24, 4);
const PROCESSES = 3;
/** E-mails that a process sends at the same time. why one, not three as on the site: a kill then costs one at most. */
const LANES = 1;
const STUDIO = 'desk@frameyard.test';

const studio = useStudio();
const running: ChildProcess[] = [];
let port = 0;

const start = () => {
  const given: SendingGiven = { database: urlOf(studio.owner), port, lanes: LANES };
  const file = join(import.meta.dirname, 'sending-process.ts');
  return fork(file, [JSON.stringify(given)], { execArgv: [] });
};
/** Kills one of the processes as the kernel does, and starts another. */
const killOne = (turn: number) => {
  running[turn % PROCESSES]?.kill('SIGKILL');
  running[turn % PROCESSES] = start();
};

beforeAll(async () => {
  const sql = studio.db.owner;
  await liftLimits(studio.db);
  await sql`delete from private.outbox`;
  await sql`insert into private.studio_settings (key, value) values ('studio.email', ${sql.json(STUDIO)})
    on conflict (key) do update set value = excluded.value`;
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Of customers' addresses every 40th is refused for good; every 7th delivery is put off once, every 50th gets no reply. */
function answerTo(to: string, earlier: number): Answer {
  const place = to === STUDIO ? earlier : Number(/\d+/.exec(to)?.[0]);
  if (to !== STUDIO && place % 40 === 3) return { at: 'recipient', code: 550 };
  if (to !== STUDIO && earlier > 0) return 'accept';
  if (place % 7 === 2) return { at: earlier % 2 ? 'message' : 'recipient', code: 451 };
  return place % 50 === 5 ? 'silent' : 'accept';
}

/** Counts of records, which e-mails must not change. */
const recordsOf = async () => {
  const [counts] = await studio.db.owner`
    select (select count(*) from enquiry_orders) as enquiries, (select count(*) from enquiry_items) as items,
      (select count(*) from orders) as orders, (select count(*) from customers) as customers,
      (select count(*) from contact_enquiries) as messages, (select count(*) from reservations) as reservations,
      (select count(*) from document_answers) as answers, (select count(*) from enquiry_answers) as changes, (select count(*) from private.outbox) as outbox`;
  return counts;
};

const figures = async () => {
  const [row] = await studio.db.owner<
    [{ open: number; sending: number; attempts: number; sent: number }]
  >`
    select count(*) filter (where state in ('waiting', 'sending'))::integer as open,
      count(*) filter (where state = 'sending')::integer as sending,
      coalesce(sum(attempts), 0)::integer as attempts, count(*) filter (where state = 'sent')::integer as sent
    from private.outbox where channel = 'email'`;
  return row;
};

/** Lets time pass for all that waits. */
const pass = (hours: number) => studio.db.owner`
  update private.outbox set due_at = due_at - make_interval(hours => ${hours}),
    created_at = created_at - make_interval(hours => ${hours}),
    first_attempt_at = first_attempt_at - make_interval(hours => ${hours})
  where state = 'waiting'`;

/** The mail server is away for a day: nothing is lost, nothing is given up. */
async function beAway(): Promise<void> {
  for (let hour = 0; hour < HOURS_AWAY; hour += 1) {
    const { attempts } = await figures();
    await pass(24 / HOURS_AWAY);
    if (hour % 8 === 5) killOne(hour);
    await eventually(async () => {
      await studio.db.owner`select pg_notify('outbox', '')`;
      expect((await figures()).attempts).toBeGreaterThan(attempts);
    }, 100);
  }
}

/** Sends all, with kills in between; returns how many. */
async function sendThroughKills(server: MailServerOfTest): Promise<number> {
  const sql = studio.db.owner;
  let kills = 0;
  let quiet = 0;
  let before = -1;
  for (;;) {
    const { open, sending, sent } = await figures();
    if (open === 0) return kills;
    if (kills < KILLS && sent > ((kills + 0.5) * 2 * ENQUIRIES) / (KILLS + 1))
      killOne((kills += 1));
    const now = server.mails.length;
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    await sql`update private.outbox set due_at = now() where state = 'waiting'`;
    // The leases of killed processes end: nobody has sent for longer than the patience with a silent server.
    if (sending > 0 && quiet >= 40) {
      await sql`update private.outbox set lease_until = now() where state = 'sending'`;
      quiet = 0;
    }
    await sql`select pg_notify('outbox', '')`;
    await sleep(100);
  }
}

test(`${2 * ENQUIRIES} e-mails, ${PROCESSES} processes, a day without mail server, ${KILLS} kills`, async () => {
  const sql = studio.db.owner;
  for (let place = 0; place < ENQUIRIES; place += 1) {
    await committed(
      studio.db,
      { role: 'anon' },
      enquiry({
        mobile: `+9198${String(70_000_000 + place)}`,
        email: `customer${place}@example.test`,
        items: [{ type: 'prop', id: studio.ids.prop, quantity: 1, price: 500 }],
      }),
    );
  }
  const before = await recordsOf();
  const away = await startMailServer();
  ({ port } = away);
  await away.stop();
  running.push(...Array.from({ length: PROCESSES }, start));
  await beAway();
  const tried = await figures();
  expect(tried).toMatchObject({ open: 2 * ENQUIRIES, sent: 0 });

  const server = await startMailServer({ port, answer: answerTo });
  const began = performance.now();
  const kills = await sendThroughKills(server);
  const seconds = (performance.now() - began) / 1000;
  for (const child of running) child.kill('SIGKILL');
  const { mails } = server;
  await server.stop();

  const rows = await sql<
    { template: string; state: string; reason: string | null; message_id: string; place: number }[]
  >`select template, state, reason, message_id, substring(enquiry.contact_email from '\\d+')::integer as place
    from private.outbox join enquiry_orders as enquiry on enquiry.id = enquiry_order_id where channel = 'email'`;
  expect(rows).toHaveLength(2 * ENQUIRIES);
  const refused = rows.filter(
    ({ template, place }) => template === 'acknowledgement' && place % 40 === 3,
  );
  const others = rows.filter((row) => !refused.includes(row));
  for (const row of refused) expect(row).toMatchObject({ state: 'failed', reason: 'refused' });
  for (const row of others) expect(row).toMatchObject({ state: 'sent', reason: null });
  const arrived = new Set(mails.map(({ messageId }) => messageId));
  expect(arrived).toEqual(new Set(others.map(({ message_id: id }) => id)));
  const unanswered = mails.filter(({ isAnswered }) => !isAnswered).length;
  const twice = mails.length - arrived.size;
  process.stdout.write(
    `${mails.length} e-mails arrived of ${others.length}, ${refused.length} refused, ${kills} kills, ` +
      `${unanswered} without a reply, ${twice} twice, ${tried.attempts} attempts while away; ` +
      `${Math.round(mails.length / seconds)} a second.\n`,
  );
  expect(unanswered).toBeGreaterThan(0);
  expect(twice).toBeLessThanOrEqual(kills + unanswered);
  expect(await recordsOf()).toEqual(before);
});
