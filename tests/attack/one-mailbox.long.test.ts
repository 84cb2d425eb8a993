import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServerOfTest } from '#tests/support/mail-server.ts';
import { scaled } from '#tests/support/scale.ts';
import { eventually } from '#tests/support/waiting.ts';
import { createAsker } from './support/ask.ts';
import { useAttackedSite } from './support/attacked-site.ts';

const FORMS = scaled(1000, 120);

/** One mailbox, as its address can be typed. */
const SPELLINGS = [
  'stranger@gmail.com',
  'STRANGER@gmail.com',
  's.t.ranger@gmail.com',
  'stranger+offer@googlemail.com',
  'stranger@ｇmail.com',
];

const server: { mail?: MailServerOfTest } = {};
const port = 20_000 + Math.floor(Math.random() * 9000);
const site = useAttackedSite({ SMTP_URL: `smtp://127.0.0.1:${port}` });
const ask = createAsker(8);

beforeAll(async () => {
  server.mail = await startMailServer({ port });
});
afterAll(async () => server.mail?.stop());

let sent = 0;
const fill = async (prop: string) => {
  sent += 1;
  const answer = await ask(`${site.address}/rest/v1/rpc/submit_enquiry`, {
    method: 'POST',
    headers: { apikey: site.anonKey },
    body: {
      idempotency_key: randomUUID(),
      first_name: 'You won, visit prize.test',
      last_name: 'Now',
      mobile: `+919${String(sent).padStart(9, '0')}`,
      email: SPELLINGS[sent % SPELLINGS.length],
      message: 'Visit https://prize.test and transfer',
      rental_from: '2099-01-01',
      rental_to: '2099-01-02',
      items: [{ type: 'prop', id: prop, quantity: 1, price: 100 }],
    },
  });
  expect(answer.status).toBe(200);
};
/** Resolves when no e-mail waits. */
const allSettled = () =>
  eventually(async () => {
    const [row] = await site.sql<{ open: number }[]>`
        select count(*)::int as open from private.outbox where state in ('waiting', 'sending')`;
    expect(row?.open).toBe(0);
  }, 200);

test(`${FORMS} forms with one stranger's address send it one e-mail an hour and three a day`, async () => {
  const [made] = await site.sql<{ id: string }[]>`
    insert into public.props (name, price) values ('A lamp', 100) returning id`;
  const perHour: number[] = [];
  for (let hour = 0; hour < 5; hour += 1) {
    const before = server.mail!.mails.length;
    const forms = hour === 0 ? FORMS : 20;
    await Promise.all(Array.from({ length: forms }, () => fill(made!.id)));
    await allSettled();
    perHour.push(server.mail!.mails.length - before);
    await site.sql`update private.outbox set created_at = created_at - interval '61 minutes',
      first_attempt_at = first_attempt_at - interval '61 minutes', sent_at = sent_at - interval '61 minutes'`;
  }
  expect(perHour).toEqual([1, 1, 1, 0, 0]);
  const [reasons] = await site.sql<{ over: number; all: number }[]>`
    select count(*) filter (where reason = 'limit')::int as over, count(*)::int as all
    from private.outbox where template = 'acknowledgement'`;
  expect(reasons).toEqual({ over: FORMS + 80 - 3, all: FORMS + 80 });
  for (const mail of await server.mail!.read(3)) {
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/prize|transfer|You won/i);
  }
}, 400_000);
