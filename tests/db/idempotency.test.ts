import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { enquiry, today, useEnquiries } from './enquiry.ts';
import type { Enquiry } from './enquiry.ts';
import { refusal } from './studio.ts';

const { studio, items, prop, submit, counts } = useEnquiries();

describe('an idempotency key', () => {
  test('with the same body returns the first answer, and saves nothing more', async () => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    const before = await counts();
    // An item that is no longer available does not change that answer.
    await studio.db.owner`update props set active = false where id = ${items.prop ?? ''}`;
    const second = await submit(sent);
    await studio.db.owner`update props set active = true where id = ${items.prop ?? ''}`;
    // The page's secret is stored nowhere, so a repeat makes a new one.
    expect(second).toEqual({ ...first, link: expect.any(String) });
    expect(await counts()).toEqual(before);
  });

  test('with another body is refused', async () => {
    const sent = enquiry({ items: [prop()] });
    await submit(sent);
    const before = await counts();
    const changes: Partial<Enquiry>[] = [
      { message: 'Another' },
      { items: [prop({ quantity: 2 })] },
      { rental_to: today(9) },
      { first_name: '' },
    ];
    for (const change of changes) {
      expect(await refusal(submit({ ...sent, ...change }))).toMatchObject({
        code: 'PT409',
        message: 'idempotency_key_reused',
        detail: '[]',
      });
    }
    expect(await counts()).toEqual(before);
  });

  test('with an amended body changes what it saved: one enquiry, with its number and its e-mails', async () => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    const before = await counts();
    const changed = {
      ...sent,
      message: 'For a shoot tomorrow',
      first_name: 'Ashalata',
      rental_to: today(4),
      items: [prop({ quantity: 3 })],
      amends: true,
    };
    const amended = await submit(changed);
    expect(amended).toMatchObject({
      enquiry_number: first.enquiry_number,
      rental_days: 4,
      items: [{ quantity: 3 }],
    });
    const [saved] = await studio.db.owner`
      select message, contact_first_name, rental_to::text,
        (select array_agg(line.quantity) from enquiry_items as line where line.enquiry_order_id = enquiry.id) as pieces
      from enquiry_orders as enquiry where enquiry_number = ${first.enquiry_number}`;
    expect(saved).toEqual({
      message: 'For a shoot tomorrow',
      contact_first_name: 'Ashalata',
      rental_to: today(4),
      pieces: [3],
    });
    const events = await studio.db.owner`
      select what, actor from crm_events join enquiry_orders as enquiry on enquiry.id = subject_id
      where enquiry_number = ${first.enquiry_number} and what = 'amended'`;
    expect(events).toEqual([{ what: 'amended', actor: 'visitor' }]);
    expect(await submit(changed)).toEqual({ ...amended, link: expect.any(String) });
    expect(await submit({ ...changed, amends: false })).toEqual({
      ...amended,
      link: expect.any(String),
    });
    expect(await refusal(submit(sent))).toMatchObject({ message: 'idempotency_key_reused' });
    expect(await counts()).toEqual(before);
  });

  test('that never arrived is amended by a new enquiry', async () => {
    const sent = enquiry({ items: [prop()] });
    const before = await counts();
    await submit({ ...sent, amends: true });
    expect((await counts())['enquiries']).toBe((before['enquiries'] ?? 0) + 1);
  });

  test.each([
    ['staff have begun with it', {}, `update enquiry_orders set status = 'contacted'`],
    ['it is for another mobile number', { mobile: '+919876500017' }, ''],
  ])('is amended by another enquiry where %s', async (_, change, begin) => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    if (begin) {
      await studio.db.owner.unsafe(`${begin} where enquiry_number = $1`, [first.enquiry_number]);
    }
    const other = await submit({ ...sent, ...change, message: 'More', amends: true });
    expect(other.enquiry_number).not.toBe(first.enquiry_number);
    const [kept] = await studio.db.owner`
      select message from enquiry_orders where enquiry_number = ${first.enquiry_number}`;
    expect(kept?.['message']).toBe('For a shoot');
  });

  test('is bound only when the call succeeds', async () => {
    const sent = enquiry({ items: [prop({ price: 1 })] });
    await refusal(submit(sent));
    const answer = await submit({ ...sent, items: [prop()] });
    expect(answer.items).toHaveLength(1);
  });

  test('expires after 24 hours, and is deleted then', async () => {
    const sent = enquiry({ items: [prop()] });
    const first = await submit(sent);
    const sql = studio.db.owner;
    const [kept] = await sql`select expires_at - now() as left from private.idempotency_keys
      where key = ${sent.idempotency_key ?? ''}`;
    expect(kept?.left).toMatch(/^23:59:/);
    await sql`update private.idempotency_keys set expires_at = now() - interval '1 second'`;
    const again = await submit(sent);
    expect(again.enquiry_number).not.toBe(first.enquiry_number);
    const left = await sql`select key from private.idempotency_keys`;
    expect(left.map((row) => row.key as string)).toEqual([sent.idempotency_key]);
  });

  test('is looked up by index, even if the plan was made while the table was empty', async () => {
    await studio.db.owner.begin(async (sql) => {
      const scans = () => sql`
        select seq_scan from pg_stat_xact_all_tables where relname = 'idempotency_keys'`;
      await sql`truncate private.idempotency_keys`;
      await sql`analyze private.idempotency_keys`;
      const before = await scans();
      for (let turn = 0; turn < 10; turn += 1) {
        const key = randomUUID();
        await sql`select private.claim_idempotency_key('test', ${key}, '[]')`;
        await sql`select private.bind_idempotency_key('test', ${key}, '{}')`;
        await sql`select private.claim_idempotency_key('test', ${key}, '[]')`;
      }
      expect(await scans()).toEqual(before);
    });
  });

  test('concurrent duplicates make one enquiry and get one answer', async () => {
    const sent = enquiry({ items: [prop()] });
    const before = await counts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(sent)));
    expect(new Set(answers.map((answer) => answer.enquiry_number)).size).toBe(1);
    expect((await counts()).enquiries).toBe((before.enquiries ?? 0) + 1);
  });
});
