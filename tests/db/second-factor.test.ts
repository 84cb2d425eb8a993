import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '#tests/support/authenticator.ts';
import { asRole, createStaff, createUser } from '#tests/support/database.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { eventually } from '#tests/support/waiting.ts';
import { catalog, outcomes, probes, type Probe } from './access-probes.ts';
import { CALLED } from './access-rules/functions.ts';
import { fillStudio } from './studio.ts';

const gateway = useGateway();
const ROLES = ['inventory_user', 'crm_user', 'admin'] as const;
const DENIED = { code: '42501' };

/** Gives a person a factor, which only its row can show as verified. */
const addFactor = (person: string, status = 'verified') => gateway.db.owner`
  insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
  values (${person}, ${status}, 'totp', ${status}::auth.factor_status)`;

const asPerson = <T>(
  sub: string,
  aal: string | undefined,
  run: Parameters<typeof asRole<T>>[2],
): Promise<T> =>
  asRole(gateway.db, { role: 'authenticated', sub, ...(aal && { claims: { aal } }) }, run);

async function require(value: boolean | null): Promise<void> {
  await gateway.db.owner`
    delete from private.studio_settings where key = 'security.require_second_factor'`;
  if (value !== null)
    await gateway.db.owner`insert into private.studio_settings (key, value)
      values ('security.require_second_factor', to_jsonb(${value}::boolean))`;
}

describe('the database, by the level of the session', () => {
  let matrix: Probe[] = [];
  let visitor: string[] = [];
  const people = new Map<string, { plain: string; secured: string }>();

  /** Cells that differ from those of an account without a profile. */
  const moreThanVisitor = async (sub: string, aal: string | undefined) => {
    const told = await asPerson(sub, aal, (sql) => outcomes(sql, matrix));
    return matrix.map(({ key }) => key).filter((_, at) => told[at] !== visitor[at]);
  };

  beforeAll(async () => {
    const ids = await fillStudio(gateway.db);
    matrix = probes(await catalog(gateway.db), ids, CALLED);
    visitor = await asPerson(await createUser(gateway.db), 'aal1', (sql) => outcomes(sql, matrix));
    for (const role of ROLES) {
      const [plain, secured] = [
        await createStaff(gateway.db, role),
        await createStaff(gateway.db, role),
      ];
      await addFactor(secured);
      people.set(role, { plain, secured });
    }
  });

  async function expectNoMore(role: (typeof ROLES)[number]): Promise<void> {
    const { secured } = people.get(role)!;
    for (const aal of role === 'admin' ? ['aal1', undefined, 'aal3'] : ['aal1']) {
      const more = await moreThanVisitor(secured, aal);
      // The own profile stays readable, so that the page can say what is missing.
      expect(more.filter((key) => !/^public\.user_profiles.* (select|count)$/.test(key))).toEqual(
        [],
      );
    }
    const own = await asPerson(secured, 'aal1', (sql) => sql`select id from user_profiles`);
    expect([...own]).toEqual([{ id: secured }]);
  }
  test.each(['admin'] as const)(
    '%s with a factor may at aal1 no more than an account without a role',
    expectNoMore,
  );
  test.each(['crm_user', 'inventory_user'] as const)(
    '%s with a factor may at aal1 no more, either',
    { tags: ['long'] },
    expectNoMore,
  );

  test.each(ROLES)(
    '%s may the same at aal2 as without a factor at aal1',
    { tags: ['long'] },
    async (role) => {
      const { plain, secured } = people.get(role)!;
      await addFactor(plain, 'unverified');
      const without = await asPerson(plain, 'aal1', (sql) => outcomes(sql, matrix));
      const shown = await asPerson(secured, 'aal2', (sql) => outcomes(sql, matrix));
      const differ = matrix.map(({ key }) => key).filter((_, at) => shown[at] !== without[at]);
      expect(differ).toEqual(['public.make_recovery_codes() execute']);
      expect(shown.filter((outcome) => outcome === 'yes').length).toBeGreaterThan(50);
    },
  );

  test('the setting requires one of everybody, also of those who have none', async () => {
    const { plain } = people.get('admin')!;
    const isStaff = async (aal: string) =>
      (await asPerson(plain, aal, (sql) => sql`select from customers limit 1`)).length > 0;
    const state = async (person: string) => {
      const [row] = await asPerson(person, 'aal1', (sql) => sql`select second_factor() as state`);
      return row?.['state'];
    };
    expect(await isStaff('aal1')).toBe(true);
    await require(true);
    expect([await isStaff('aal1'), await isStaff('aal2')]).toEqual([false, true]);
    expect(await state(plain)).toEqual({ verified: false, required: true, codes_left: 0 });
    expect(await state(await createUser(gateway.db))).toMatchObject({ required: false });
    const [service] = await asRole(
      gateway.db,
      { role: 'service_role' },
      (sql) => sql`select count(*)::int as customers from customers`,
    );
    expect(service?.['customers']).toBeGreaterThan(0);
    await require(false);
    expect(await isStaff('aal1')).toBe(true);
    await require(null);
    expect(await state(people.get('admin')!.secured)).toEqual({
      verified: true,
      required: false,
      codes_left: 0,
    });
  });
});

describe('recovery codes', () => {
  const run = async (sub: string, aal: string, call: string) => {
    const claims = JSON.stringify({ sub, role: 'authenticated', aal });
    return gateway.db.requests.begin(async (sql) => {
      await sql`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${claims}, true)`;
      const [row] = await sql.unsafe<{ told: unknown }[]>(`select ${call} as told`);
      return row?.told;
    });
  };

  test('are ten, of 125 random bits, stored as hashes, each good once', async () => {
    const person = await createStaff(gateway.db, 'crm_user');
    await addFactor(person);
    await expect(run(person, 'aal1', 'make_recovery_codes()')).rejects.toMatchObject(DENIED);
    const codes = (await run(person, 'aal2', 'make_recovery_codes()')) as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    const stored = await gateway.db.owner`
      select c::text as row from private.recovery_codes c where user_id = ${person}`;
    expect(stored.map(({ row }) => row).join(' ')).not.toContain(codes[0]);

    const use = (code: string) => run(person, 'aal1', `use_recovery_code('${code}')`);
    const hasFactor = async () =>
      (await gateway.db.owner`select from auth.mfa_factors where user_id = ${person}`).length > 0;
    // As people type them: in small letters, with spaces, o for 0 and l for 1.
    const typed = codes[0]!
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await use(typed)).toEqual({ left: 9 });
    expect(await hasFactor()).toBe(false);
    await addFactor(person);
    const refused = {
      code: 'PT422',
      message: 'This recovery code is not right, or it was used before.',
    };
    await expect(use(codes[0]!)).rejects.toMatchObject(refused);
    await expect(use('00000-00000-00000-00000-00000')).rejects.toMatchObject(refused);
    await expect(use('')).rejects.toMatchObject(refused);
    expect(await hasFactor()).toBe(true);
    expect(await run(person, 'aal1', 'second_factor()')).toMatchObject({ codes_left: 9 });

    const next = (await run(person, 'aal2', 'make_recovery_codes()')) as string[];
    await expect(use(codes[1]!)).rejects.toMatchObject(refused);
    const twins = await Promise.allSettled([use(next[0]!), use(next[0]!)]);
    expect(twins.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('are of no use to others, nor without a factor', async () => {
    const [one, other] = [
      await createStaff(gateway.db, 'admin'),
      await createStaff(gateway.db, 'admin'),
    ];
    await addFactor(one);
    await addFactor(other);
    const [code] = (await run(one, 'aal2', 'make_recovery_codes()')) as string[];
    await expect(run(other, 'aal1', `use_recovery_code('${code}')`)).rejects.toMatchObject({
      code: 'PT422',
    });
    await gateway.db.owner`delete from auth.mfa_factors where user_id = ${one}`;
    await expect(run(one, 'aal1', `use_recovery_code('${code}')`)).rejects.toMatchObject({
      code: 'PT409',
    });
    expect(await run(one, 'aal1', 'second_factor()')).toMatchObject({ codes_left: 10 });
    const nobody = await createUser(gateway.db);
    await addFactor(nobody);
    await expect(run(nobody, 'aal2', 'make_recovery_codes()')).rejects.toMatchObject(DENIED);
  });
});

describe('sessions over REST, live updates and storage', () => {
  const joined = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) => {
      channel.subscribe((status) => resolve(status));
    });
  const read = async (client: SupabaseClient) =>
    (await client.from('customers').select('id')).data?.length ?? 0;
  const picture = async () => {
    const create = { width: 2, height: 2, channels: 3, background: '#258' } as const;
    return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], {
      type: 'image/png',
    });
  };

  test('a session at aal1 reads, hears and stores nothing until it has shown the code', async () => {
    const account = await gateway.createStaff('crm_user');
    const first = gateway.client();
    await first.auth.signInWithPassword(account);
    const second = gateway.client();
    await second.auth.signInWithPassword(account);
    expect(await read(second)).toBeGreaterThan(0);
    const { data: factor } = await first.auth.mfa.enroll({ factorType: 'totp' });
    if (factor?.type !== 'totp') throw new Error('not enrolled');
    const show = (client: SupabaseClient, steps: number) =>
      client.auth.mfa.challengeAndVerify({
        factorId: factor.id,
        code: codeOf(factor.totp.secret, steps),
      });

    const heard: Record<'first' | 'late', unknown[]> = { first: [], late: [] };
    const channelOf = (client: SupabaseClient, name: 'first' | 'late') =>
      client
        .channel(name)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'customers' }, (change) =>
          heard[name].push(change),
        );
    expect(await joined(channelOf(first, 'first'))).toBe('SUBSCRIBED');
    expect((await show(first, 0)).error).toBeNull();
    // The other session has ended; this one goes on, its live updates with the new token.
    expect((await second.auth.getUser()).error).not.toBeNull();
    expect(await read(first)).toBeGreaterThan(0);

    const late = gateway.client();
    await late.auth.signInWithPassword(account);
    expect(await read(late)).toBe(0);
    expect((await late.rpc('search_leads')).error).toMatchObject(DENIED);
    const path = `props/${crypto.randomUUID()}.png`;
    const upload = async (client: SupabaseClient) =>
      (await client.storage.from('catalogue').upload(path, await picture())).error;
    expect(await upload(late)).not.toBeNull();
    expect((await late.storage.from('catalogue').createSignedUploadUrl(path)).error).not.toBeNull();
    expect(await joined(channelOf(late, 'late'))).toBe('SUBSCRIBED');
    // The channel of the first session still has its token at aal1.
    const change = (name: string) => gateway.db.owner`update customers set last_name = ${name}`;
    await change('At aal1');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(heard).toEqual({ first: [], late: [] });

    await first.realtime.setAuth();
    await show(late, 1);
    await late.realtime.setAuth();
    expect(await read(late)).toBeGreaterThan(0);
    await change('At aal2');
    await eventually(() => {
      expect(heard.first.length).toBeGreaterThan(0);
      expect(heard.late.length).toBeGreaterThan(0);
    });
    const { data: place } = await late.storage.from('catalogue').createSignedUploadUrl(path);
    const stored = await late.storage
      .from('catalogue')
      .uploadToSignedUrl(path, place?.token ?? '', await picture());
    expect(stored.error).toBeNull();

    // A factor that is removed takes the level of its tokens with it.
    await first.auth.mfa.unenroll({ factorId: factor.id });
    expect((await late.auth.refreshSession()).error).toBeNull();
    expect(await read(late)).toBeGreaterThan(0);
    await Promise.all([first.removeAllChannels(), late.removeAllChannels()]);
  });
});
