import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enquiry, today, useEnquiries } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';
import { CALLERS, committedAs, refusal } from './studio.ts';

const { studio, items, prop, submit } = useEnquiries();
const outbox = useOutbox(studio);

beforeAll(() => outbox.setStudioAddress('desk@studio.test'));
beforeEach(outbox.empty);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

const enquiryOfLink = async (secret: string): Promise<string | null> => {
  const [row] = await studio.db.owner<{ number: string }[]>`
    select enquiry.enquiry_number as number from private.enquiry_links as link
      join public.enquiry_orders as enquiry on enquiry.id = link.enquiry_order_id
    where encode(link.token, 'hex') = ${hashOf(secret)}`;
  return row?.number ?? null;
};

describe('an enquiry of a visitor', () => {
  test('queues an e-mail to the studio and the acknowledgement, which tell what was asked', async () => {
    const answer = await submit(
      enquiry({ mobile: '+919811100001', email: 'asha@mail.test', items: [prop({ quantity: 2 })] }),
    );
    expect(await outbox.messages()).toMatchObject([
      { template: 'acknowledgement', audience: 'customer', state: 'waiting', params: {} },
      { template: 'enquiry_new', audience: 'studio', state: 'waiting', params: {} },
    ]);

    const sent = await outbox.sendAll();
    const rental = {
      number: answer.enquiry_number,
      status: 'pending',
      rental_from: today(1),
      rental_to: today(2),
      rental_days: 2,
      total: 2000,
      payable: 2360,
      held_until: null,
      lines: [{ name: 'Wing chair', quantity: 2 }],
      more: 0,
      short: [],
    };
    const acknowledgement = sent.find(({ template }) => template === 'acknowledgement');
    expect(acknowledgement).toMatchObject({
      to: 'asha@mail.test',
      content: {
        customer: { first_name: 'Asha', name: 'Asha', mobile: null, email: null },
        rental,
        words: null,
        path: expect.stringMatching(/^\/enquiry\?k=[0-9a-f]{64}$/),
      },
    });
    expect(await enquiryOfLink(acknowledgement!.content.path!.slice('/enquiry?k='.length))).toBe(
      answer.enquiry_number,
    );
    expect(sent.find(({ template }) => template === 'enquiry_new')).toMatchObject({
      to: null,
      content: {
        customer: {
          first_name: 'Asha',
          name: 'Asha Rao',
          mobile: '+919811100001',
          email: 'asha@mail.test',
        },
        rental,
        words: 'For a shoot',
        path: `/ops/crm?tab=enquiries&open=${answer.enquiry_number}`,
      },
    });
  });

  test('answers with the secret of its page; a repeat has another, and few of them are valid', async () => {
    const sent = enquiry({ mobile: '+919811100002', items: [prop()] });
    const first = await submit(sent);
    expect(first.link).toMatch(/^[0-9a-f]{64}$/);
    const answers = [first];
    for (let repeat = 0; repeat < 5; repeat += 1) answers.push(await submit(sent));
    for (const answer of answers) {
      expect(answer).toEqual({ ...first, link: expect.stringMatching(/^[0-9a-f]{64}$/) });
    }
    const links = answers.map(({ link }) => link);
    expect(new Set(links).size).toBe(6);
    const opened = [];
    for (const link of links) opened.push((await enquiryOfLink(link)) !== null);
    expect(opened).toEqual([false, true, true, false, false, true]);
    expect(await outbox.messages()).toHaveLength(2);
    const [stored] = await studio.db.owner<{ response: string }[]>`
      select response::text as response from private.idempotency_keys where key = ${sent.idempotency_key}`;
    expect(stored?.response).not.toMatch(new RegExp(links.join('|')));
  });

  test('queues nothing when it is refused', async () => {
    await refusal(submit(enquiry({ mobile: 'none', items: [prop()] })));
    expect(await outbox.messages()).toEqual([]);
  });

  test('queues what is switched on, and what was switched off since is not sent', async () => {
    await outbox.set('acknowledgement_on', false);
    await submit(enquiry({ mobile: '+919811100003', items: [prop()] }));
    await outbox.set('acknowledgement_on', null);
    expect(await outbox.messages()).toMatchObject([{ template: 'enquiry_new' }]);
    await outbox.set('enquiry_new_on', false);
    expect(await outbox.claim()).toBeNull();
    await outbox.set('enquiry_new_on', null);
    expect(await outbox.messages()).toMatchObject([{ state: 'skipped', reason: 'off' }]);
  });

  test('that staff enter for a caller queues nothing', async () => {
    await committedAs(studio.db, studio.who('crm_user'), async (sql) => {
      const customer = { first_name: 'Ravi', last_name: 'K', mobile: '+919811100004' };
      const lines = [{ type: 'prop', item: items['prop']!, quantity: 1 }];
      await sql`select public.make_rental(make => 'enquiry', customer => ${sql.json(customer)},
        rental_from => ${today(1)}, rental_to => ${today(2)}, lines => ${sql.json(lines)}, key => gen_random_uuid())`;
    });
    expect(await outbox.messages()).toEqual([]);
  });

  test('with a known mobile number greets with the typed name, at the typed address', async () => {
    const mobile = '+919811100005';
    await submit(
      enquiry({ mobile, first_name: 'Meera', email: 'meera@mail.test', items: [prop()] }),
    );
    await outbox.empty();
    await submit(enquiry({ mobile, first_name: 'Zoya', email: 'zoya@mail.test', items: [prop()] }));
    const acknowledgement = (await outbox.sendAll()).find(({ to }) => to !== null);
    expect(acknowledgement).toMatchObject({
      to: 'zoya@mail.test',
      content: { customer: { first_name: 'Zoya', name: 'Zoya' } },
    });
    expect(JSON.stringify(acknowledgement)).not.toMatch(/meera/i);
  });

  test.each([
    'https://bad.test',
    'bad.test',
    'call 98111',
    'x@y',
    'a/b',
    'ａ．ｃｏｍ',
    'अ१',
    'n'.repeat(41),
  ])('never greets with %j', async (first_name) => {
    await submit(
      enquiry({ mobile: '+919811100006', first_name, email: 'n@name.test', items: [prop()] }),
    );
    const sent = (await outbox.sendAll()).find(({ template }) => template === 'acknowledgement');
    expect(sent?.content.customer).toEqual({
      first_name: null,
      name: '',
      mobile: null,
      email: null,
    });
  });

  test.each(['Asha', "D'Souza", 'Anne-Marie', 'Özge', 'आशा', '😀 Asha', 'n'.repeat(40)])(
    'greets with %j',
    async (first_name) => {
      await submit(
        enquiry({ mobile: '+919811100007', first_name, email: 'g@name.test', items: [prop()] }),
      );
      const sent = (await outbox.sendAll()).find(({ template }) => template === 'acknowledgement');
      expect(sent?.content.customer?.first_name).toBe(first_name);
    },
  );

  test.each([
    ['a@example.com', 'reserved_domain'],
    ['a@mail.EXAMPLE.org', 'reserved_domain'],
    ['a@studio.example', 'reserved_domain'],
    ['a@b.invalid', 'reserved_domain'],
    ['"stranger"@mail.test', 'no_address'],
    ['a,b@mail.test', 'no_address'],
    ['a(x)@mail.test', 'no_address'],
    ['a@[10.0.0.1]', 'no_address'],
  ])('writes to nobody at %s', async (email, reason) => {
    await submit(enquiry({ mobile: '+919811100008', email: 'a@mail.test', items: [prop()] }));
    // As stored before such addresses were refused where they are typed.
    await studio.db.owner`update enquiry_orders set contact_email = ${email}
      where customer_id = (select id from customers where mobile = '+919811100008')`;
    await outbox.sendAll();
    expect(await outbox.messages('acknowledgement')).toMatchObject([{ state: 'skipped', reason }]);
  });

  test('tells the studio at an address for examples too, as the demo has one', async () => {
    await submit(enquiry({ mobile: '+919811100009', email: 'asha@shoots.test', items: [prop()] }));
    const [row] = await studio.db.owner<{ address: string }[]>`
      select private.setting_text('studio.email') as address`;
    expect(row?.address).toMatch(/\.example$/);
    const sent = (await outbox.sendAll()).find(({ template }) => template === 'enquiry_new');
    expect(sent?.to).toBeNull();
  });

  test('tells the studio all lines, and the customer the first 20 and how many more there are', async () => {
    const [made] = await studio.db.owner<{ id: string }[]>`
      with gear as (
        insert into gear (name, price) select 'Lamp ' || n, 10 from generate_series(1, 23) as n returning id
      ) select array_agg(id)::text as id from gear`;
    const ids = made!.id.slice(1, -1).split(',');
    const lamps = ids.map((id) => ({ type: 'gear', id, quantity: 1, price: 10 }));
    await submit(enquiry({ mobile: '+919811100009', email: 'l@mail.test', items: lamps }));
    const sent = await outbox.sendAll();
    const rentalOf = (name: string) =>
      sent.find(({ template }) => template === name)?.content.rental;
    expect(rentalOf('acknowledgement')?.lines).toEqual(rentalOf('enquiry_new')?.lines.slice(0, 20));
    expect(rentalOf('acknowledgement')?.more).toBe(3);
    expect(rentalOf('enquiry_new')?.lines).toHaveLength(23);
    expect(rentalOf('enquiry_new')?.more).toBe(0);
  });

  test.each([
    ['exact', { quantity: 5, free: 3 }],
    ['yes-no', { quantity: 5, free: 0 }],
    ['off', null],
  ] as const)(
    'tells the studio what was short, and the customer as far as visitors learn it: %s',
    async (shows, told) => {
      const { owner } = studio.db;
      const [chair] = await owner<{ id: string }[]>`
        insert into props (name, price, quantity) values ('Stool', 10, 3) returning id`;
      const [before] = await owner<
        { shows: string }[]
      >`select shows from private.availability_settings`;
      await owner`update private.availability_settings set shows = ${shows}`;
      const stools = { type: 'prop', id: chair!.id, quantity: 5, price: 10 };
      await submit(
        enquiry({ mobile: '+919811100009', email: `${shows}@mail.test`, items: [prop(), stools] }),
      );
      const sent = await outbox.sendAll();
      await owner`update private.availability_settings set shows = ${before!.shows}`;
      const shortOf = (name: string) =>
        sent.find(({ template }) => template === name)?.content.rental?.short;
      expect(shortOf('enquiry_new')).toEqual([{ name: 'Stool', quantity: 5, free: 3 }]);
      expect(shortOf('acknowledgement')).toEqual(told ? [{ name: 'Stool', ...told }] : []);
    },
  );
});

describe('a link in a message', () => {
  const pathOf = (secret: string | null | undefined) => secret!.slice('/enquiry?k='.length);
  const links = async () => {
    const [row] = await studio.db.owner<{ count: number }[]>`
      select count(*)::int as count from private.enquiry_links`;
    return row!.count;
  };

  test('is used again with a new secret when it reached nobody, and made anew when it may have', async () => {
    await outbox.set('enquiry_new_on', false);
    await submit(enquiry({ mobile: '+919811100010', email: 'again@mail.test', items: [prop()] }));
    await outbox.set('enquiry_new_on', null);
    const before = await links();
    const first = await outbox.claim();
    await outbox.settle(first!, 'later');
    await outbox.age('3 minutes');
    const second = await outbox.claim();
    expect(await links()).toBe(before + 1);
    expect(await enquiryOfLink(pathOf(first?.content.path))).toBeNull();
    expect(await enquiryOfLink(pathOf(second?.content.path))).not.toBeNull();
    await outbox.settle(second!, 'unknown');
    await outbox.age('5 minutes');
    const third = await outbox.claim();
    expect(await links()).toBe(before + 2);
    expect(await enquiryOfLink(pathOf(second?.content.path))).not.toBeNull();
    expect(third).toMatchObject({ id: first!.id, message_id: first!.message_id, attempt: 3 });
  });
});

test.each(CALLERS)(
  '%s calls none of the functions that queue and make messages',
  async (caller) => {
    for (const call of [
      `private.queue_messages('message_new', gen_random_uuid())`,
      `private.queue_reminders()`,
      `private.email_delivery(null)`,
      `private.mailbox_hash('a@b.test')`,
    ]) {
      const refused = await refusal(studio.as(caller, (sql) => sql.unsafe(`select ${call}`)));
      expect(refused.code).toBe('42501');
    }
  },
);
