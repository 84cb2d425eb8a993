// @module-tag long
import { renameSync } from 'node:fs';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { attachEmbedded } from '#backend';
import { dataOf, postmasterPid } from '#tests/support/embedded.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const OWNER = { email: 'owner@example.test', password: 'a long enough password' };
const { preparedFolder, start } = useSites();

/** Requests of readers and writers, each with its status in normal operation. */
function asks(address: string, apikey: string): [string, number, () => Promise<Response>][] {
  const headers = { apikey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const token = '/auth/v1/token?grant_type=password';
  return [
    ['a read', 200, () => fetch(`${address}/rest/v1/props?select=name`, { headers })],
    ['a search', 200, () => post('/rest/v1/rpc/search_catalogue', { kind: 'prop' })],
    ['a sign-in', 400, () => post(token, { email: 'a@b.example', password: 'wrong-password' })],
    [
      'a picture',
      404,
      () => fetch(`${address}/storage/v1/object/public/catalogue/${Math.random()}.webp`),
    ],
    ['a catalogue', 200, () => fetch(`${address}/rent-props`)],
    ['an item page', 404, () => fetch(`${address}/props/none`)],
    ['a page without data', 200, () => fetch(`${address}/my-order`)],
  ];
}

describe('a site whose PostgreSQL dies', () => {
  it('answers 503 to readers and writers, and recovers on its own', async () => {
    const dataDir = await preparedFolder();
    const site = start(dataDir, {
      OPS_ADMIN_EMAIL: OWNER.email,
      OPS_ADMIN_PASSWORD: OWNER.password,
    });
    const address = await site.ready;
    const all = asks(address, await anonKeyOf(address));
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(all.map(async ([name, , ask]) => [name, (await ask()).status] as const)),
      );
    const live = createClient(address, await anonKeyOf(address));
    const { error } = await live.auth.signInWithPassword(OWNER);
    expect(error).toBeNull();
    const heard: unknown[] = [];
    const wanted = { event: 'INSERT' as const, schema: 'public', table: 'customers' };
    let joins = 0;
    live
      .channel('customers')
      .on('postgres_changes', wanted, (change) => heard.push(change.new))
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joins += 1;
      });
    await eventually(() => expect(joins).toBe(1));
    const well = Object.fromEntries(all.map(([name, status]) => [name, status]));
    expect(await statuses()).toEqual(well);

    const owner = attachEmbedded({ dataDir });
    if (!owner) throw new Error('The site runs no PostgreSQL.');
    const [data, pid] = [dataOf(owner), postmasterPid(owner)];
    // why: without its data it cannot restart until the test restores it.
    renameSync(data, `${data}.away`);
    process.kill(pid, 'SIGKILL');
    const outage = Object.fromEntries(all.map(([name]) => [name, 503]));
    await eventually(
      async () => expect(await statuses()).toEqual({ ...outage, 'a page without data': 200 }),
      200,
    );
    const texts = await Promise.all(all.map(async ([, , ask]) => (await ask()).text()));
    expect(texts.join('\n')).not.toMatch(/ECONN|ENOENT|PGSQL|PostgreSQL/i);
    const catalogue = await fetch(`${address}/rent-props`);
    expect(catalogue.headers.get('cache-control')).toBe('no-store');
    expect(catalogue.headers.get('retry-after')).toBe('5');
    // The browser continues from the skeleton: it retries, then offers a button.
    const text = await catalogue.text();
    expect(text).toMatch(/<h1[^>]*>Rent Props/);
    expect(text).toContain('aria-label="Loading"');

    renameSync(`${data}.away`, data);
    await eventually(() => expect(site.output()).toContain('PostgreSQL runs again'));
    await eventually(async () => expect(await statuses()).toEqual(well));
    expect(site.output()).toMatch(/has ended by itself and is being started again/);

    await eventually(() => expect(joins).toBeGreaterThan(1));
    const message = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.test' };
    const sent = await live.rpc('submit_contact_enquiry', {
      ...message,
      idempotency_key: crypto.randomUUID(),
      mobile: '+919876543210',
    });
    expect(sent.error).toBeNull();
    await eventually(() => expect(heard).toMatchObject([message]));
    await live.removeAllChannels();
    await live.auth.stopAutoRefresh();
  });
});
