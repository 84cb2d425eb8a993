import { request } from 'node:http';
import { REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, useGateway } from '#tests/support/gateway.ts';
import { joined, useRealtimeClients } from '#tests/support/realtime-clients.ts';
import { eventually } from '#tests/support/waiting.ts';

const gateway = useGateway();
const { clients, signedIn } = useRealtimeClients(gateway);

type Told = { status: string; response: { reason?: string } };

/** A plain WebSocket with the anon key, and its future close code. */
async function opened(): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const url = `${gateway.url.replace('http', 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${url}?apikey=${gateway.anonKey}&vsn=2.0.0`);
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  return { socket, closed };
}

type Heard = { eventType: string; table: string; new: Record<string, unknown>; old: unknown };

/** Joins a channel for all changes of these tables, and collects the messages. */
async function listen(client: SupabaseClient, table: string, filter?: string): Promise<Heard[]> {
  const heard: Heard[] = [];
  const wanted = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) };
  const channel = client
    .channel(`changes of ${table} ${crypto.randomUUID()}`)
    // why: the library types `new` and `old` by event; the tests compare them as plain rows.
    .on('postgres_changes', wanted, (change) => heard.push(change as unknown as Heard));
  expect(await joined(channel)).toBe('SUBSCRIBED');
  return heard;
}

const newCustomer = async (name: string) => {
  const [row] = await gateway.db.owner<[{ id: string }]>`
    insert into public.customers (first_name, last_name, mobile, email)
    values (${name}, 'Rao', ${`+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`}, 'a@example.test')
    returning id`;
  return row.id;
};

let admin: Account;
let keeper: Account;
let nobody: Account;
beforeAll(async () => {
  admin = await gateway.createStaff('admin');
  keeper = await gateway.createStaff('inventory_user');
  nobody = await gateway.createStaff(null);
});

describe('postgres_changes', () => {
  it('sends inserted, updated and deleted rows, whoever changed them', async () => {
    const heard = await listen(await signedIn(admin), 'customers');
    const id = await newCustomer('Asha');
    await eventually(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toMatchObject({ eventType: 'INSERT', table: 'customers' });
    expect(heard[0]?.new).toMatchObject({ id, first_name: 'Asha', last_name: 'Rao' });
    await gateway.db.owner`update public.customers set first_name = 'Usha' where id = ${id}`;
    await eventually(() => expect(heard).toHaveLength(2));
    expect(heard[1]).toMatchObject({ eventType: 'UPDATE', old: { id } });
    expect(heard[1]?.new).toMatchObject({ id, first_name: 'Usha' });
    await gateway.db.owner`delete from public.customers where id = ${id}`;
    await newCustomer('Tara');
    await eventually(() => expect(heard).toHaveLength(4));
    expect(heard.find(({ eventType }) => eventType === 'DELETE')).toMatchObject({ old: { id } });
  });

  it('sends nothing about rows that a listener may not read', async () => {
    const seen = await listen(await signedIn(admin), 'customers');
    const unseen = [
      await listen(await signedIn(keeper), 'customers'),
      await listen(await signedIn(nobody), 'customers'),
    ];
    const id = await newCustomer('Asha');
    await gateway.db.owner`update public.customers set last_name = 'Iyer' where id = ${id}`;
    await gateway.db.owner`delete from public.customers where id = ${id}`;
    await newCustomer('Ravi');
    await eventually(() => expect(seen.map(({ new: row }) => row['first_name'])).toContain('Ravi'));
    expect(unseen).toEqual([[], []]);
  });

  it('filters by a column', async () => {
    const client = await signedIn(admin);
    const id = await newCustomer('One');
    const other = await newCustomer('Other');
    const all = await listen(client, 'customers');
    const one = await listen(client, 'customers', `id=eq.${id}`);
    await gateway.db
      .owner`update public.customers set last_name = 'Nair' where id in ${gateway.db.owner([id, other])}`;
    const updated = (heard: Heard[]) =>
      heard.filter(({ eventType }) => eventType === 'UPDATE').map(({ new: row }) => row['id']);
    await eventually(() => expect(updated(all)).toHaveLength(2));
    expect(updated(one)).toEqual([id]);
  });

  it('reads a burst of changes in batches, without losing a row', async () => {
    const heard = await listen(await signedIn(admin), 'customers');
    await gateway.db.owner`
      insert into public.customers (first_name, last_name, mobile, email)
      select 'Burst', 'Rao', '+918' || lpad(n::text, 9, '0'), 'b@example.test' from generate_series(1, 300) n`;
    await eventually(() => expect(heard).toHaveLength(300));
    expect(new Set(heard.map(({ new: row }) => row['id'])).size).toBe(300);
  });

  it('goes on after the connection to the database was lost', { tags: ['long'] }, async () => {
    const client = await signedIn(admin);
    let joins = 0;
    const heard: unknown[] = [];
    const wanted = { event: '*' as const, schema: 'public', table: 'customers' };
    client
      .channel('through a gap')
      .on('postgres_changes', wanted, (change) => heard.push(change))
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joins += 1;
      });
    await eventually(() => expect(joins).toBe(1));
    await gateway.db.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
    await eventually(() => expect(joins).toBe(2));
    await newCustomer('After');
    await eventually(() => expect(heard).toHaveLength(1));
  });
});

describe('who may listen', () => {
  it('is nobody without a session', async () => {
    const client = gateway.client();
    clients.push(client);
    const wanted = { event: '*' as const, schema: 'public', table: 'props' };
    const channel = client.channel('any').on('postgres_changes', wanted, () => {});
    expect(await joined(channel)).toBe('CHANNEL_ERROR: Sign in to listen.');
  });

  it('is nobody whose session has ended', async () => {
    const clerk = await gateway.createStaff('crm_user');
    const client = await signedIn(clerk);
    const heard: unknown[] = [];
    const said: string[] = [];
    const wanted = { event: '*' as const, schema: 'public', table: 'customers' };
    client
      .channel('until the end')
      .on('postgres_changes', wanted, (change) => heard.push(change))
      .subscribe((status) => said.push(status));
    await eventually(() => expect(said).toEqual(['SUBSCRIBED']));
    await gateway.db.owner`delete from auth.sessions where user_id = ${clerk.id}`;
    await newCustomer('Late');
    await eventually(() => expect(said).toContain('CHANNEL_ERROR'));
    expect(heard).toEqual([]);
  });

  it.each([
    ['/realtime/v1/websocket?apikey=wrong&vsn=2.0.0', 401],
    ['/realtime/v1/websocket?apikey=%0d%0a&vsn=2.0.0', 401],
    ['/realtime/v1/websocket?vsn=2.0.0', 401],
    ['/realtime/v1/websocket?apikey=wrong&vsn=1.0.0', 400],
    ['/rest/v1/props', 404],
    ['//', 404],
  ])('is told at the door: %s %i', async (path, expected) => {
    const { port } = new URL(gateway.url);
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const status = await new Promise((resolve, reject) => {
      request({ port, path, headers })
        .once('response', (answer) => resolve(answer.statusCode))
        .once('upgrade', () => resolve(101))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(expected);
  });

  it.each([
    ['no JSON', 'hello', 1008],
    ['no frame', '{"topic":"phoenix"}', 1008],
    ['a topic of 300 characters', JSON.stringify([null, '1', 'x'.repeat(300), 'e', {}]), 1008],
    ['a topic with NUL', JSON.stringify([null, '1', 'a\0b', 'phx_join', { config: {} }]), 1008],
    ['an unknown binary', new Uint8Array([9, 1, 1]), 1008],
    ['a binary cut off', new Uint8Array([3, 255, 1, 1, 1, 0, 1, 65]), 1008],
    ['100 kB', 'x'.repeat(100_000), 1009],
  ])('is cut for sending %s', async (_, frame, code) => {
    const { socket, closed } = await opened();
    socket.send(frame);
    expect(await closed).toBe(code);
  });

  it('is disconnected for flooding', async () => {
    const { socket, closed } = await opened();
    const beat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]);
    for (let sent = 0; sent < 1_300; sent += 1) socket.send(beat);
    expect(await closed).toBe(1008);
  });

  it('is answered for what there is not', async () => {
    const { socket, closed } = await opened();
    const answers: string[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(String(data)));
    const config = { presence: { enabled: true } };
    const sent: [string, string, unknown][] = [
      ['phoenix', 'heartbeat', {}],
      ['realtime:a', 'phx_join', { config }],
      ['realtime:a', 'phx_join', { config: { postgres_changes: [{ event: 'TRUNCATE' }] } }],
      ['realtime:a', 'phx_join', { config: {}, access_token: 'a\u0000b' }],
      ['realtime:a', 'phx_join', { config: {}, access_token: 'a.b.c' }],
      ['realtime:a', 'broadcast', {}],
    ];
    for (const [at, [topic, event, payload]] of sent.entries()) {
      socket.send(JSON.stringify(['1', String(at), topic, event, payload]));
    }
    await eventually(() => expect(answers).toHaveLength(6));
    const told = answers.map((text) => {
      const [, , , , { status, response }] = JSON.parse(text) as [1, 1, 1, 1, Told];
      return `${status} ${response.reason ?? ''}`.trim();
    });
    expect(told).toEqual([
      'ok',
      'error Presence is not supported.',
      'error The channel asks for something that is not supported.',
      'error The channel asks for something that is not supported.',
      'error Sign in to listen.',
      'error This channel is not joined.',
    ]);
    socket.close();
    await closed;
  });
});

describe('broadcasts', () => {
  beforeAll(async () => {
    await gateway.db.owner.unsafe(`
      create policy "hear" on realtime.messages for select to authenticated
        using (private.is_staff('admin', 'crm_user') and realtime.topic() like 'desk:%');
      create policy "send" on realtime.messages for insert to authenticated
        with check (private.is_staff('admin') and realtime.topic() like 'desk:%')`);
  });

  it('reach the others on a private channel that the policies open', async () => {
    const clerk = await gateway.createStaff('crm_user');
    const config = { config: { private: true, broadcast: { ack: true } } };
    const heard: Record<string, unknown[]> = { boss: [], clerk: [] };
    const boss = (await signedIn(admin)).channel('desk:1', config);
    const other = (await signedIn(clerk)).channel('desk:1', config);
    boss.on('broadcast', { event: 'note' }, (message) => heard['boss']?.push(message['payload']));
    other.on('broadcast', { event: 'note' }, (message) => heard['clerk']?.push(message['payload']));
    expect(await joined(boss)).toBe('SUBSCRIBED');
    expect(await joined(other)).toBe('SUBSCRIBED');
    expect(await boss.send({ type: 'broadcast', event: 'note', payload: { text: '₹ नमस्ते' } })).toBe(
      'ok',
    );
    await eventually(() => expect(heard['clerk']).toEqual([{ text: '₹ नमस्ते' }]));
    expect(await other.send({ type: 'broadcast', event: 'note', payload: {} })).toBe('error');
    const long = { text: 'x'.repeat(8_000) };
    expect(await boss.send({ type: 'broadcast', event: 'note', payload: long })).toBe('error');
    expect(heard).toEqual({ boss: [], clerk: [{ text: '₹ नमस्ते' }] });
    const rows = await gateway.db.owner`select from realtime.messages`;
    expect(rows).toHaveLength(0);
  });

  it('are refused when they are nested too deep', async () => {
    const client = await signedIn(admin);
    const { data } = await client.auth.getSession();
    const { socket, closed } = await opened();
    const answers: string[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(String(data)));
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const access_token = data.session?.access_token;
    const join = { config: { private: true }, access_token };
    socket.send(JSON.stringify(['1', '1', 'realtime:desk:2', 'phx_join', join]));
    socket.send(`["1","2","realtime:desk:2","broadcast",{"event":"note","payload":${deep}}]`);
    await eventually(() => expect(answers).toHaveLength(2));
    expect(answers[0]).toContain('"status":"ok"');
    expect(answers[1]).toBe(
      '["1","2","realtime:desk:2","phx_reply",{"status":"error","response":{}}]',
    );
    expect(gateway.said.filter((line) => line.includes('"error"'))).toEqual([]);
    socket.close();
    await closed;
  });

  it('end at once with the session: nothing is heard or sent any more', async () => {
    const config = { config: { private: true, broadcast: { ack: true } } };
    const account = await gateway.createStaff('crm_user');
    const leaving = await signedIn(account);
    const channel = leaving.channel('desk:3', config);
    const heard: unknown[] = [];
    channel.on('broadcast', { event: 'note' }, ({ payload }) => heard.push(payload));
    const states: string[] = [];
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => {
        states.push(status);
        resolve();
      });
    });
    const boss = (await signedIn(admin)).channel('desk:3', config);
    expect(await joined(boss)).toBe('SUBSCRIBED');
    await boss.send({ type: 'broadcast', event: 'note', payload: { text: 'before' } });
    await eventually(() => expect(heard).toEqual([{ text: 'before' }]));

    const service = gateway.client(gateway.serviceKey);
    await service.auth.admin.updateUserById(account.id, { ban_duration: '24h' });
    await eventually(() => expect(states.at(-1)).toBe('CHANNEL_ERROR'));
    await boss.send({ type: 'broadcast', event: 'note', payload: { text: 'after' } });
    const other: unknown[] = [];
    const late = (await signedIn(admin)).channel('desk:3', config);
    late.on('broadcast', { event: 'note' }, ({ payload }) => other.push(payload));
    expect(await joined(late)).toBe('SUBSCRIBED');
    await boss.send({ type: 'broadcast', event: 'note', payload: { text: 'last' } });
    await eventually(() => expect(other).toEqual([{ text: 'last' }]));
    expect(heard).toEqual([{ text: 'before' }]);
  });

  it('end with the next token of a person who lost the role', async () => {
    const account = await gateway.createStaff('crm_user');
    const client = await signedIn(account);
    const config = { config: { private: true, broadcast: { ack: true } } };
    const channel = client.channel('desk:4', config);
    const heard: unknown[] = [];
    channel.on('broadcast', { event: 'note' }, ({ payload }) => heard.push(payload));
    const states: string[] = [];
    channel.subscribe((status, error) =>
      states.push(error ? `${status}: ${error.message}` : status),
    );
    await eventually(() => expect(states).toEqual(['SUBSCRIBED']));
    // why by signing in: a token that is renewed within a second is the same.
    const renewed = () => client.auth.signInWithPassword(account);
    await renewed();
    const boss = (await signedIn(admin)).channel('desk:4', config);
    expect(await joined(boss)).toBe('SUBSCRIBED');
    await boss.send({ type: 'broadcast', event: 'note', payload: { text: 'before' } });
    await eventually(() => expect(heard).toEqual([{ text: 'before' }]));

    await gateway.db
      .owner`update public.user_profiles set role = 'inventory_user' where id = ${account.id}`;
    await renewed();
    await eventually(() =>
      expect(states.at(-1)).toBe('CHANNEL_ERROR: This topic is not open to you.'),
    );
    await boss.send({ type: 'broadcast', event: 'note', payload: { text: 'after' } });
    expect(heard).toEqual([{ text: 'before' }]);
  });

  it('are closed to everybody else', async () => {
    const refused = 'CHANNEL_ERROR: This topic is not open to you.';
    const config = { config: { private: true } };
    expect(await joined((await signedIn(nobody)).channel('desk:1', config))).toBe(refused);
    expect(await joined((await signedIn(admin)).channel('other', config))).toBe(refused);
    const open = (await signedIn(admin)).channel('desk:1', {
      config: { broadcast: { ack: true } },
    });
    expect(await joined(open)).toBe('SUBSCRIBED');
    expect(await open.send({ type: 'broadcast', event: 'note', payload: {} })).toBe('error');
  });
});
