// @module-tag long
import { attachEmbedded, openPool } from '#backend';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServerOfTest, startMailServer } from '#tests/support/mail-server.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';

const { preparedFolder, start } = useSites();
const servers: MailServerOfTest[] = [];
const LOGIN = { user: 'studio@frameyard.test', pass: 'hunter2/secret' };

beforeAll(async () => {
  servers.push(await startMailServer({ login: LOGIN }));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

it('a site sends what is queued, with its own address in links, and stops within 5 s while a mail server is silent', async () => {
  const [mailServer] = servers;
  if (!mailServer) throw new Error('The mail server did not start.');
  const folder = await preparedFolder();
  const login = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.pass)}`;
  const site = start(folder, { SMTP_URL: `smtp://${login}@127.0.0.1:${mailServer.port}` });
  const address = await site.ready;
  const target = attachEmbedded({ dataDir: folder });
  if (!target) throw new Error('The database does not run.');
  const sql = openPool(target, { max: 1, name: 'test' });
  await sql`insert into private.studio_settings (key, value) values ('studio.email', '"desk@frameyard.test"')
    on conflict (key) do update set value = excluded.value`;
  const [prop] = await sql<[{ id: string }]>`
    insert into props (name, price) values ('Wing chair', 500) returning id`;
  const submit = async (mobile: string, email: string) => {
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const answer = await fetch(`${address}/rest/v1/rpc/submit_enquiry`, {
      method: 'POST',
      headers: { apikey: await anonKeyOf(address), 'content-type': 'application/json' },
      body: JSON.stringify({
        idempotency_key: crypto.randomUUID(),
        first_name: 'Asha',
        last_name: 'Rao',
        mobile,
        email,
        rental_from: day,
        rental_to: day,
        message: 'For a shoot',
        items: [{ type: 'prop', id: prop.id, quantity: 1, price: 500 }],
      }),
    });
    expect(answer.status).toBe(200);
  };
  await submit('+919876543210', 'asha@example.test');
  const mails = await mailServer.read(2);
  const toCustomer = mails.find(({ to }) => to?.[0]?.address === 'asha@example.test');
  expect(toCustomer?.text).toContain(`${address}/enquiry?k=`);
  expect(toCustomer?.from?.address).toBe('desk@frameyard.test');

  mailServer.state.answer = () => 'silent';
  await submit('+919876543211', 'ravi@example.test');
  await mailServer.read(4);
  site.process.kill('SIGTERM');
  await sql.end({ timeout: 1 });
  expect(await site.ended).toBe(0);
  expect(site.output() + site.log()).not.toMatch(/hunter2|asha@|ravi@|desk@/);

  mailServer.state.answer = () => 'accept';
  const again = start(folder);
  await again.ready;
  const later = openPool(attachEmbedded({ dataDir: folder }) ?? target, { max: 1, name: 'test' });
  const states = await later`
    select state, problem from private.outbox where channel = 'email' and state <> 'sent'`;
  await later.end();
  expect([...states]).toEqual([
    { state: 'waiting', problem: 'Interrupted before the mail server answered' },
    { state: 'waiting', problem: 'Interrupted before the mail server answered' },
  ]);
});
