import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useQuotes, visit, type Linked } from './quotes.ts';
import { refusal } from './studio.ts';

const {
  studio,
  sql,
  item,
  enquire,
  events,
  issue,
  link,
  open,
  answer,
  refused,
  sent,
  answersTo,
  ordersOf,
  statusOf,
} = useQuotes();

describe('an answer', () => {
  test('accepts once: what was read, by whom and from where is saved, and a repeat returns the first', async () => {
    const { enquiry, quote, secret, hash, number } = await sent({
      item: await item(3),
      quantity: 2,
    });
    const key = randomUUID();
    const accepted = await answer(
      secret,
      { hash, name: '  Asha \n Rao ', note: ' Thank you ', key },
      '203.0.113.7',
    );
    expect(accepted).toMatchObject({
      state: 'accepted',
      hash,
      answer: { answer: 'accepted', name: 'Asha Rao', note: 'Thank you', changes: [] },
      order: null,
    });
    expect(
      await answer(secret, { hash, name: '  Asha \n Rao ', note: ' Thank you ', key }),
    ).toEqual(accepted);
    expect(await answer(secret, { hash, name: 'Somebody else' })).toEqual(accepted);
    expect(await open(secret)).toEqual(accepted);
    expect(await answersTo(quote)).toEqual([
      { answer: 'accepted', name: 'Asha Rao', address: '203.0.113.7' },
    ]);
    const [stored] = await sql()<{ is_same: boolean }[]>`
      select encode(revision_hash, 'hex') = ${hash} as is_same from document_answers where document_id = ${quote}`;
    expect(stored?.is_same).toBe(true);
    expect(await events(enquiry.id)).toEqual(
      expect.arrayContaining([
        ['document_sent', null, number],
        ['quote_accepted', null, number],
      ]),
    );
    const [event] = await sql()<{ actor: string }[]>`
      select actor from crm_events where subject_id = ${enquiry.id} and what = 'quote_accepted'`;
    expect(event?.actor).toBe('visitor');
    for (const later of ['declined', 'change']) {
      expect(await refused(secret, { hash, answer: later, note: 'No' })).toMatchObject({
        code: 'PT409',
        details: { reason: 'accepted' },
      });
    }
    expect(await ordersOf(enquiry.id)).toEqual([]);
    expect(await statusOf(enquiry.id)).toBe('pending');
  });

  test('that declines or asks for changes is not final', async () => {
    const { quote, secret, hash } = await sent({ item: await item(1) }, { item: await item(1) });
    const declined = await answer(secret, {
      hash,
      answer: 'declined',
      name: null,
      note: 'Too dear',
    });
    expect(declined).toMatchObject({ state: 'declined', answer: { name: null, note: 'Too dear' } });
    expect(await answer(secret, { hash, answer: 'declined' })).toEqual(declined);
    expect(await answer(secret, { hash, answer: 'declined', note: 'Too dear' })).toEqual(declined);
    const again = await answer(secret, { hash, answer: 'declined', note: 'And too late' });
    expect(again).toMatchObject({ state: 'declined', answer: { note: 'And too late' } });
    const changes = [
      { position: 2, text: ' Two please ' },
      { position: 1, text: ' ' },
    ];
    const asked = await answer(secret, { hash, answer: 'change', name: null, changes });
    expect(asked).toMatchObject({
      state: 'open',
      answer: { answer: 'change', note: null, changes: [{ position: 2, text: 'Two please' }] },
    });
    await answer(secret, { hash, answer: 'declined' });
    expect(await answer(secret, { hash })).toMatchObject({ state: 'accepted' });
    const given = await answersTo(quote);
    expect(given.map((each) => each.answer)).toEqual([
      'declined',
      'declined',
      'change',
      'declined',
      'accepted',
    ]);
  });

  test('keeps what was typed beside the lines, whichever answer it is', async () => {
    for (const given of ['accepted', 'declined']) {
      const { secret, hash } = await sent({ item: await item(1) });
      const changes = [{ position: 1, text: 'A bigger one' }];
      const note = 'And by noon';
      expect(await answer(secret, { hash, answer: given, note, changes })).toMatchObject({
        state: given,
        answer: { answer: given, note, changes },
      });
    }
  });

  test('is refused with the field when it cannot be', async () => {
    const { quote, secret, hash } = await sent({ item: await item(1) });
    const wrong: [object, object][] = [
      [{ key: null }, { field: 'key' }],
      [{ answer: 'maybe' }, { field: 'answer' }],
      [{ answer: null }, { field: 'answer' }],
      [{ name: ' \t' }, { field: 'name' }],
      [{ name: 'x'.repeat(121) }, { field: 'name' }],
      [{ note: 'x'.repeat(2001) }, { field: 'note' }],
      [{ answer: 'change' }, { field: 'note' }],
      [{ answer: 'change', changes: 'all' }, { field: 'changes' }],
      [
        { answer: 'change', changes: [{ position: 1, text: 'x' }, 7] },
        { field: 'changes', index: 1 },
      ],
      [
        { answer: 'change', changes: [{ position: 9, text: 'x' }] },
        { field: 'changes', index: 0 },
      ],
      [
        { answer: 'change', changes: [{ position: 1, text: 'x'.repeat(501) }] },
        { field: 'changes', index: 0 },
      ],
    ];
    for (const [given, details] of wrong) {
      expect(await refused(secret, { hash, ...given })).toMatchObject({ code: 'PT422', details });
    }
    const key = randomUUID();
    await answer(secret, { hash, answer: 'change', note: 'One', key });
    expect(await refused(secret, { hash, answer: 'change', note: 'Other', key })).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
    expect(await answersTo(quote)).toHaveLength(1);
  });

  test('to another revision is refused with what was read; the old link shows the new one', async () => {
    const { enquiry, quote, secret, hash } = await sent({ item: await item(1) });
    const former = (await open(secret))!.document;
    const revised = await issue(enquiry, { revises: quote });
    expect(await refused(secret, { hash })).toMatchObject({
      code: 'PT409',
      details: { reason: 'revised', seen: former },
    });
    expect(await refused(secret, { hash: 'f'.repeat(64) })).toMatchObject({
      details: { reason: 'revised', seen: null },
    });
    expect(await refused(secret, {})).toMatchObject({ details: { reason: 'revised' } });
    const shown = (await open(secret))!;
    expect(shown).toMatchObject({ newer: true, state: 'open' });
    expect(shown.hash).not.toBe(hash);
    expect(await answer(secret, { hash: shown.hash })).toMatchObject({
      state: 'accepted',
      newer: true,
    });
    expect(await answersTo(quote)).toEqual([]);
    expect(await answersTo(revised)).toHaveLength(1);
    const own = await open((await link(revised)).secret);
    expect(own).toMatchObject({ newer: false, state: 'accepted' });
  });

  test('accepts no quote past its validity', async () => {
    const enquiry = await enquire({ item: await item(1) });
    const { secret } = await link(await issue(enquiry, { valid: -1 }));
    const { hash, state } = (await open(secret))!;
    expect(state).toBe('expired');
    expect(await refused(secret, { hash })).toMatchObject({
      code: 'PT409',
      details: { reason: 'expired' },
    });
    expect(await answer(secret, { hash, answer: 'change', note: 'Until Friday?' })).toMatchObject({
      state: 'expired',
      answer: { answer: 'change' },
    });
  });

  test('is limited by address; a repeat does not count', async () => {
    const [limit] = await sql()<{ per_hour: number }[]>`
      select per_hour from private.settings where name = 'answers_by_address'`;
    expect(limit?.per_hour).toBe(60);
    await sql()`select private.set_limit('answers_by_address', 5)`;
    const { secret, hash } = await sent({ item: await item(1) });
    const asks = (n: number, key = randomUUID()) =>
      visit(
        studio.db,
        'answer_document',
        { secret, hash, answer: 'change', note: `Wish ${n}`, key },
        '203.0.113.60',
      );
    const key = randomUUID();
    await asks(0, key);
    for (let n = 1; n < 5; n += 1) await asks(n);
    await asks(0, key);
    const over = await refusal(asks(5));
    expect(over.code).toBe('PT429');
    expect(over.message).toMatch(
      /^Too many answers from your network\. Please try again in \d+ minutes\.$/,
    );
    await visit(
      studio.db,
      'answer_document',
      { secret, hash, answer: 'change', note: 'From home', key: randomUUID() },
      '203.0.113.61',
    );
    await sql()`select private.set_limit('answers_by_address', 60)`;
  });
});

describe('a report of a payment', () => {
  const claim = (secret: string, given: Record<string, unknown>, address?: string) =>
    visit<Linked>(
      studio.db,
      'claim_payment',
      { secret, amount: 500, key: randomUUID(), ...given },
      address,
    );

  test('is saved once per reference, for staff to match', async () => {
    const { quote, secret } = await sent({ item: await item(1) });
    const key = randomUUID();
    const told = await claim(secret, { amount: '500.50', utr: ' 4123 5678-9012 ', key });
    expect(told).toMatchObject({ state: 'open' });
    await claim(secret, { amount: '500.50', utr: ' 4123 5678-9012 ', key });
    await claim(secret, { utr: '412356789012' });
    const rows =
      await sql()`select amount::text, utr, state from payment_claims where document_id = ${quote}`;
    expect([...rows]).toEqual([{ amount: '500.50', utr: '412356789012', state: 'open' }]);
    for (const [given, field] of [
      [{ utr: '123' }, 'utr'],
      [{ utr: 'no bank!' }, 'utr'],
      [{ utr: '412356789013', amount: 0 }, 'amount'],
      [{ utr: '412356789013', amount: '10.001' }, 'amount'],
      [{ utr: '412356789013', amount: null }, 'amount'],
      [{ utr: '412356789013', key: null }, 'key'],
    ] as const) {
      const { code, detail } = await refusal(claim(secret, given));
      expect([code, JSON.parse(detail ?? '')]).toEqual(['PT422', { field }]);
    }
  });

  test('and how to pay: after the acceptance, to the account in the settings', async () => {
    const { secret, hash, number } = await sent({ item: await item(1) });
    await sql()`insert into private.studio_settings (key, value) values
      ('identity.upi_id', '"studio@bank"'), ('identity.bank_account', '"12345678"')`;
    expect(await open(secret)).toMatchObject({ pay: null, paid: null });
    expect(await answer(secret, { hash })).toMatchObject({
      pay: {
        upi: { id: 'studio@bank' },
        bank: { account: '12345678' },
        reference: number.replaceAll(/\W/g, ''),
        amount: 354,
      },
    });
  });
});
