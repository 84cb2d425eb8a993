import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liftLimits, today } from './enquiry.ts';
import { useMerges } from './merge-calls.ts';
import { useOutbox } from './message-calls.ts';
import { committedAs } from './studio.ts';

const { studio, called, merge, nextMobile, enquire, customerWith } = useMerges();
const outbox = useOutbox(studio);

beforeAll(async () => {
  await liftLimits(studio.db);
  await outbox.setStudioAddress('desk@studio.test');
});
beforeEach(outbox.empty);

const newCustomer = async () => {
  const mobile = nextMobile();
  const answer = await enquire(mobile);
  return { id: await customerWith(mobile), mobile, link: String(answer['link']) };
};
const erase = (id: string) => called('erase_customer($1)', [id], 'admin');
const open = (secret: string) =>
  committedAs(studio.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ told: unknown }[]>`select linked_enquiry(${secret}) as told`;
    return row?.told ?? null;
  });
const secretOf = (path: string | null | undefined) => path!.slice('/enquiry?k='.length);

describe('erasing a customer', () => {
  test('ends what waits, empties what was sent, and closes the links in it', async () => {
    const { id, link } = await newCustomer();
    const sent = await outbox.sendAll();
    const inMail = secretOf(sent.find(({ to }) => to !== null)?.content.path);
    await studio.db
      .owner`select private.queue_messages('message_new', ${id}, params => '{"contact": "x"}')`;
    expect(await open(link)).not.toBeNull();
    expect(await open(inMail)).not.toBeNull();

    await erase(id);
    expect(await outbox.messages()).toMatchObject([
      { template: 'acknowledgement', state: 'sent', recipient: null, link_id: null, params: {} },
      { template: 'enquiry_new', state: 'sent', recipient: null, link_id: null, params: {} },
      { template: 'message_new', state: 'skipped', reason: 'erased', params: {} },
    ]);
    expect(await outbox.claim()).toBeNull();
    expect(await open(link)).toBeNull();
    expect(await open(inMail)).toBeNull();
  });

  test('ends a message that a worker has claimed; its outcome changes nothing', async () => {
    const { id } = await newCustomer();
    const claimed = await outbox.claim();
    await erase(id);
    expect(await outbox.settle(claimed!, 'sent')).toBe(false);
    expect((await outbox.messages()).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'erased'],
      ['skipped', 'erased'],
    ]);
  });

  test('empties the messages of customers who were merged too', async () => {
    const [kept, former] = [await newCustomer(), await newCustomer()];
    await merge(kept.id, former.id);
    await erase(kept.id);
    expect((await outbox.messages()).map(({ reason }) => reason)).toEqual(Array(4).fill('erased'));
  });
});

test('a message of a merged customer follows the one who remains', async () => {
  const [kept, former] = [await newCustomer(), await newCustomer()];
  await outbox.empty();
  const sql = studio.db.owner;
  await sql`update customers set email = 'kept@mail.test', first_name = 'Meera' where id = ${kept.id}`;
  const [order] = await sql<{ id: string }[]>`
    insert into orders (customer_id, total_price) values (${former.id}, 100) returning id`;
  const [payment] = await sql<{ id: string }[]>`
    insert into payments (order_id, customer_id, account, kind, amount, method, day)
    values (${order!.id}, ${former.id}, 'rental', 'received', 50, 'cash', private.today()) returning id`;
  await sql`select private.queue_messages('payment_received', ${former.id}, null, ${order!.id}, null,
    ${sql.json({ payment: payment!.id })})`;
  await merge(kept.id, former.id);
  expect(await outbox.claim()).toMatchObject({
    to: 'kept@mail.test',
    content: { customer: { first_name: 'Meera' } },
  });
});

test.each([
  ['change', 'change', 'One lamp more', null, 'One lamp more'],
  [
    'change',
    'change',
    'And later',
    20,
    expect.stringMatching(/^Other dates: \d+ [A-Z][a-z]{2} \d{4}\nAnd later$/) as unknown,
  ],
  ['withdraw', 'withdrawn', null, null, null],
] as const)(
  'the answer %s to an enquiry is told to the studio',
  async (answer, told, note, day, words) => {
    const days = day === null ? null : today(day);
    const { link } = await newCustomer();
    await outbox.empty();
    await committedAs(studio.db, { role: 'anon' }, async (sql) => {
      await sql`select answer_enquiry(${link}, ${answer}, ${note}, ${days}::date, ${days}::date, gen_random_uuid())`;
    });
    expect(await outbox.sendAll()).toMatchObject([
      {
        template: 'enquiry_answered',
        to: null,
        content: {
          answer: { answer: told },
          words,
          rental: { number: expect.stringMatching(/^ENQ-/) },
          path: expect.stringMatching(/^\/ops\/crm\?tab=enquiries&open=ENQ-/),
        },
      },
    ]);
  },
);
