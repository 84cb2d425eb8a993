import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TEMPLATES } from '#domain/messages/templates.ts';
import { useOutbox } from './outbox.ts';
import { CALLERS, committedAs, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, sql, claimed, settle, empty } = useOutbox();

const ask = async <T = unknown>(statement: string, caller: CallerName, address = '203.0.113.1') => {
  const who = { ...studio.who(caller), headers: { 'x-forwarded-for': address } };
  return committedAs(studio.db, who, async (tx) => {
    const [row] = await tx.unsafe<{ told: T }[]>(`select ${statement} as told`);
    return row!.told;
  });
};
const testMessage = (
  caller: CallerName,
  template: string | null = null,
  key: string | null = randomUUID(),
) => {
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  return ask<{ id: string }>(`queue_test_message(${text(template)}, ${text(key)})`, caller);
};

test('the templates of the database are those of the code', async () => {
  const [row] = await sql()`select private.message_templates() as names`;
  expect(row).toEqual({ names: [...TEMPLATES] });
});

test('only an admin makes a secret for workers; it is told once and logged without its value', async () => {
  for (const caller of CALLERS.filter((each) => each !== 'admin')) {
    // oxlint-disable-next-line no-await-in-loop -- why: one caller after the other.
    expect((await refusal(ask('make_worker_secret()', caller))).code).toBe('42501');
  }
  const secret = await ask<string>('make_worker_secret()', 'admin');
  expect(secret).toMatch(/^[\da-f]{64}$/);
  const [stored] =
    await sql()`select count(*)::int as n, bool_and(hash = sha256(${secret}::bytea)) as is_hash
    from private.worker_secret`;
  expect(stored).toEqual({ n: 1, is_hash: true });
  const [logged] = await sql()<[{ entry: string }]>`
    select to_jsonb(entry)::text as entry from private.activity as entry where record_id = 'worker_secret'`;
  expect(logged.entry).not.toContain(secret);
});

test('a worker with the secret claims and settles, and nothing else opens', async () => {
  await empty();
  const former = await ask<string>('make_worker_secret()', 'admin');
  const secret = await ask<string>('make_worker_secret()', 'admin');
  const { id } = await testMessage('admin');
  const claim = (given: string, address?: string) =>
    ask<Record<string, string> | null>(
      `claim_messages('${given}', 'email', 'x.example')`,
      'anon',
      address,
    );
  const refused = { refused: 'secret' };
  for (const wrong of [former, '', 'x'.repeat(5_000)]) {
    // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
    expect(await claim(wrong)).toEqual(refused);
  }
  const message = await claim(secret);
  expect(message).toMatchObject({ id, template: 'test', message_id: `<${id}@x.example>` });
  const settled = (given: string, lease: string) =>
    ask(`settle_message('${given}', '${id}', '${lease}', '{"result": "sent"}')`, 'anon');
  expect(await settled(former, message!['lease']!)).toEqual(refused);
  expect(await settled(secret, randomUUID())).toBe(false);
  expect(await settled(secret, message!['lease']!)).toBe(true);
  expect(await claim(secret)).toBeNull();
});

test('wrong secrets are limited for each address, the right one is not', async () => {
  await empty();
  const secret = await ask<string>('make_worker_secret()', 'admin');
  const claim = (given: string, address: string) =>
    ask(`claim_messages('${given}', 'email', 'x')`, 'anon', address);
  for (let at = 0; at < 10; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
    expect(await claim('wrong', '203.0.113.7')).toEqual({ refused: 'secret' });
  }
  const over = await refusal(claim('wrong', '203.0.113.7'));
  expect(over.code).toBe('PT429');
  expect(JSON.parse(over.detail ?? '')).toMatchObject({
    retry_after: expect.any(Number) as number,
  });
  expect(await claim(secret, '203.0.113.7')).toBeNull();
  expect(await claim('wrong', '203.0.113.8')).toEqual({ refused: 'secret' });
});

test('an admin queues a test of each e-mail to themselves, once per key', async () => {
  await empty();
  for (const caller of CALLERS.filter((each) => each !== 'admin')) {
    // oxlint-disable-next-line no-await-in-loop -- why: one caller after the other.
    expect((await refusal(testMessage(caller))).code).toBe('42501');
  }
  const key = randomUUID();
  const made = await testMessage('admin', 'quote', key);
  expect(await testMessage('admin', 'quote', key)).toEqual(made);
  expect((await refusal(testMessage('admin', 'invoice', key))).code).toBe('PT409');
  expect(await refusal(testMessage('admin', 'nothing'))).toMatchObject({
    code: 'PT422',
    detail: '{"field": "template"}',
  });
  expect((await refusal(testMessage('admin', 'quote', null))).code).toBe('PT422');
  const [count] = await sql()`select count(*)::int as n from private.outbox`;
  expect(count).toEqual({ n: 1 });
  const message = await claimed();
  expect(message).toMatchObject({
    id: made.id,
    sample_of: 'quote',
    to: `${studio.who('admin').sub}@example.test`,
  });
});

test('staff read what became of the messages that they asked for, and of no others', async () => {
  await empty();
  const { id } = await testMessage('admin');
  expect(await ask(`outbox_message('${id}')`, 'admin')).toMatchObject({
    id,
    state: 'waiting',
    attempts: 0,
    sent_at: null,
  });
  expect(await ask(`outbox_message('${id}')`, 'crm_user')).toBeNull();
  for (const caller of ['anon', 'no profile', 'inventory_user', 'service_role'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- why: one caller after the other.
    expect((await refusal(ask(`outbox_message('${id}')`, caller))).code).toBe('42501');
  }
  await settle(await claimed(), 'refused', '550 no');
  expect(await ask(`outbox_message('${id}')`, 'admin')).toMatchObject({
    state: 'failed',
    reason: 'refused',
    problem: '550 no',
  });
});
