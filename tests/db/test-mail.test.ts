import { FunctionsError, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { useSending } from '#tests/support/sending.ts';
import { eventually } from '#tests/support/waiting.ts';
import { newStaff, type StaffMember } from './staff-calls.ts';

const LOGIN = { user: 'studio', pass: 'right' };

const gateway = useGateway();
const sending = useSending(() => gateway, { login: LOGIN });
const smtp = (pass: string) => ({
  host: '127.0.0.1',
  port: sending.mailServer.port,
  isSecure: false,
  login: { ...LOGIN, pass },
});

let admin: StaffMember;

beforeAll(async () => {
  admin = await newStaff(gateway, 'admin');
});
beforeEach(async () => {
  sending.mailServer.mails.length = 0;
  sending.mailServer.state.answer = () => 'accept';
});
afterEach(async () => {
  await sending.stopAll();
  const sql = gateway.db.owner;
  await sql`delete from private.outbox`;
  await sql`update private.channels
    set paused_at = null, paused_by = null, problem = null, probe_at = null, asked_at = null`;
});

/** Starts a worker, and waits until it has asked for messages. */
async function startSending(pass: string) {
  sending.start({ smtp: smtp(pass) });
  await eventually(async () => {
    const [row] = await gateway.db
      .owner`select asked_at from private.channels where channel = 'email'`;
    expect(row?.['asked_at']).not.toBeNull();
  });
}

async function testMail(client: SupabaseClient, body: unknown = { template: null }) {
  const { data, error } = await client.functions.invoke('test-mail', { body: body as object });
  if (!error) return { status: 200, ...(data as object) };
  expect(error).toBeInstanceOf(FunctionsError);
  const response = error.context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

test('a test arrives, with the template as the studio has it', async () => {
  await startSending('right');
  expect(await testMail(admin.client, { template: 'quote' })).toEqual({
    status: 200,
    state: 'sent',
    to: admin.email,
    message: `The test was sent to ${admin.email}.`,
  });
  const [mail] = await sending.mailServer.read();
  expect(mail).toMatchObject({
    to: [{ address: admin.email }],
    from: { name: 'Frameyard Studio Rental', address: 'hello@frameyard.example' },
    subject: expect.stringMatching(/^Test: Your quote /),
  });
  expect(mail?.text).toContain('https://studio.test/');
  expect(await testMail(admin.client)).toMatchObject({ state: 'sent' });
  const mails = await sending.mailServer.read(2);
  expect(mails[1]?.subject).toBe('Test e-mail from Frameyard Studio Rental');
});

test('only admins may send tests, and only of e-mails that there are', async () => {
  for (const role of ['crm_user', 'inventory_user', null] as const) {
    const { client } = await newStaff(gateway, role);
    expect(await testMail(client)).toMatchObject({ status: 403 });
  }
  expect(await testMail(gateway.client())).toMatchObject({ status: 403 });
  for (const template of ['nothing', '', 'x'.repeat(1000), 7]) {
    expect(await testMail(admin.client, { template })).toMatchObject({
      status: 422,
      message: 'There is no such e-mail.',
      field: 'template',
    });
  }
  const [row] = await gateway.db.owner`select count(*)::integer as count from private.outbox`;
  expect(row).toEqual({ count: 0 });
});

test('a refusal of the mail server is shown, without addresses', async () => {
  sending.mailServer.state.answer = () => ({
    at: 'recipient',
    code: 550,
    text: `No mailbox ${admin.email}`,
  });
  await startSending('right');
  expect(await testMail(admin.client)).toMatchObject({
    state: 'failed',
    message: `The mail server refused the test to ${admin.email}: 550 No mailbox …`,
  });
});

test('a mail server that is busy gets the test later', async () => {
  sending.mailServer.state.answer = () => ({ at: 'message', code: 451, text: 'Busy' });
  await startSending('right');
  expect(await testMail(admin.client)).toMatchObject({
    state: 'waiting',
    message: 'The mail server did not take the test, which is tried again: 451 Busy',
  });
});

test('without a mail server, with a refused login, and while paused, the test says why it waits', async () => {
  const waits = await testMail(admin.client);
  expect(waits).toMatchObject({
    state: 'waiting',
    message: 'The test waits, because no mail server is set up on the server (SMTP_URL).',
  });
  await startSending('wrong');
  await eventually(async () => {
    const [row] = await gateway.db
      .owner`select paused_at from private.channels where channel = 'email'`;
    expect(row?.['paused_at']).not.toBeNull();
  });
  expect(await testMail(admin.client)).toMatchObject({
    state: 'waiting',
    message: expect.stringMatching(
      /^The mail server refuses the studio's login or sender, so e-mails wait: 535/,
    ),
  });
  await admin.client.rpc('pause_channel', { channel: 'email', paused: true });
  expect(await testMail(admin.client)).toMatchObject({
    state: 'waiting',
    message: expect.stringMatching(/^Sending is paused by .+, so the test waits\.$/),
  });
  expect(sending.said.join('\n')).not.toMatch(/wrong|@/);
});
