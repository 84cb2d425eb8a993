import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { eventually } from '#tests/support/waiting.ts';
import { enquiry, useEnquiries } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';

const { studio, prop, submit } = useEnquiries();
const outbox = useOutbox(studio);

/** The same mailbox, as a stranger's address can be typed. */
const VARIANTS = [
  'stranger@gmail.com',
  'Stranger@Gmail.com',
  's.t.r.anger@gmail.com',
  'stranger+1@gmail.com',
  'str.anger+news@googlemail.com',
  'stranger@ｇmail.com',
  'stranger@gma\u00ADil.com',
];

let sent = 0;
const mobile = () => `+917${String((sent += 1)).padStart(9, '0')}`;

const fill = (email: string) => submit(enquiry({ mobile: mobile(), email, items: [prop()] }));

beforeAll(async () => {
  await outbox.setStudioAddress('desk@studio.test');
  await outbox.set('enquiry_new_on', false);
});
beforeEach(outbox.empty);

const toStranger = (messages: OutgoingMessage[]) => messages.filter(({ to }) => to !== null);

describe('one mailbox', () => {
  async function expectFew({ often, forms }: { often: number; forms: string[] }): Promise<void> {
    for (let at = 0; at < often; at += 1) await fill(VARIANTS[at % VARIANTS.length]!);
    expect(toStranger(await outbox.sendAll())).toHaveLength(1);
    const states = await outbox.messages('acknowledgement');
    expect(states.filter(({ state }) => state === 'sent')).toHaveLength(1);
    expect(states.filter(({ reason }) => reason === 'limit')).toHaveLength(often - 1);

    const got: number[] = [];
    for (let hour = 1; hour <= 26; hour += 1) {
      await outbox.age('61 minutes');
      for (const form of forms) await fill(form);
      got.push(toStranger(await outbox.sendAll()).length);
    }
    expect(Math.max(...got)).toBe(1);
    const inADay = got.map((_, at) => got.slice(at, at + 23).reduce((sum, each) => sum + each, 0));
    expect(Math.max(...inADay)).toBe(3);
    expect(got.slice(0, 23).reduce((sum, each) => sum + each, 1)).toBe(3);
  }
  test.each([{ often: 15, forms: VARIANTS.slice(0, 1) }])(
    'gets 3 e-mails a day and 1 an hour, typed $often times',
    expectFew,
  );
  test.each([{ often: 150, forms: VARIANTS }])(
    'and no more in whichever form, typed $often times',
    { tags: ['long'] },
    expectFew,
  );

  test('gets one when many workers claim at the same moment', { tags: ['long'] }, async () => {
    for (let at = 0; at < 24; at += 1) await fill(VARIANTS[at % 5]!);
    const claimed = await Promise.all(Array.from({ length: 12 }, () => outbox.claim()));
    expect(claimed.filter((each) => each !== null)).toHaveLength(1);
  });

  test('gets one when a worker claims while the claim of another is not committed yet', async () => {
    await fill('race@mail.test');
    await fill('race@mail.test');
    const sql = studio.db.owner;
    const later: Promise<OutgoingMessage | null>[] = [];
    await sql.begin(async (tx) => {
      const [row] = await tx`select private.claim_outbox('email', 'studio.test') as told`;
      expect(row?.['told']).not.toBeNull();
      later.push(outbox.claim());
      await eventually(async () => {
        const waiting = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%claim_outbox%'`;
        expect(waiting).toHaveLength(1);
      });
    });
    expect(await later[0]).toBeNull();
    expect((await outbox.messages()).map(({ state }) => state)).toEqual(
      expect.arrayContaining(['sending', 'skipped']),
    );
  });

  test('that may still get an earlier e-mail gets no other one', async () => {
    await fill('late@mail.test');
    const first = await outbox.claim();
    await outbox.settle(first!, 'later');
    await outbox.age('59 minutes');
    await fill('late@mail.test');
    const second = await outbox.claim();
    expect(second?.id).toBe(first!.id);
    await outbox.settle(second!, 'unknown');
    expect(await outbox.claim()).toBeNull();
    await outbox.age('3 hours');
    expect(toStranger(await outbox.sendAll()).map(({ id }) => id)).toEqual([first!.id]);
  });

  test('keeps no other mailbox from its e-mail', async () => {
    for (const email of [
      'a@mail.test',
      'b@mail.test',
      'a.b@mail.test',
      'ab@mail.test',
      'a@mail2.test',
    ]) {
      await fill(email);
    }
    expect(toStranger(await outbox.sendAll())).toHaveLength(5);
  });

  test('is stored as a salted hash', async () => {
    await fill('hidden@mail.test');
    await outbox.sendAll();
    const [row] = await studio.db.owner<{ stored: string }[]>`
      select (to_jsonb(message) - 'recipient')::text as stored from private.outbox as message`;
    expect(row?.stored).not.toContain('hidden');
    const [message] = await outbox.messages();
    expect(message?.recipient).toHaveLength(32);
  });
});
