import { describe, expect, test } from 'vitest';
import { asRole, createStaff, useDatabase } from '#tests/support/database.ts';
import { refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

describe('roles', () => {
  const studio = useStudio();

  test('is_staff is true for the given roles, and false without a profile', async () => {
    const roles = async (caller: CallerName) => {
      const names = ['admin', 'crm_user', 'inventory_user'];
      const { sub } = studio.who(caller);
      const found: string[] = [];
      for (const name of names) {
        const [row] = await studio.db.owner.begin(async (sql) => {
          await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
          return sql<{ yes: boolean }[]>`select private.is_staff(${name}) as yes`;
        });
        if (row?.yes) found.push(name);
      }
      return found;
    };
    expect(await roles('admin')).toEqual(['admin']);
    expect(await roles('crm_user')).toEqual(['crm_user']);
    expect(await roles('inventory_user')).toEqual(['inventory_user']);
    expect(await roles('no profile')).toEqual([]);
    expect(await roles('anon')).toEqual([]);
  });

  test('choose_start_page changes the own row alone, and is for who may open Today', async () => {
    const choose = (caller: CallerName, page: string | null) =>
      studio.as(caller, async (sql) => {
        const others = () => sql`
          select id, start_page from user_profiles where id <> ${studio.who(caller).sub ?? null} order by id`;
        const before = await others();
        await sql`select choose_start_page(${page})`;
        expect(await others()).toEqual(before);
        const [own] = await sql<{ start_page: string | null }[]>`
          select start_page from user_profiles where id = ${studio.who(caller).sub ?? null}`;
        return own?.start_page;
      });
    for (const caller of ['admin', 'crm_user'] as const) {
      expect(await choose(caller, 'today')).toBe('today');
      expect(await choose(caller, null)).toBeNull();
      expect(await refusal(choose(caller, 'calendar'))).toMatchObject({
        code: 'PT422',
        detail: '{"field": "page"}',
      });
    }
    for (const caller of ['inventory_user', 'no profile', 'anon'] as const) {
      expect(
        await refusal(studio.as(caller, (sql) => sql`select choose_start_page('today')`)),
      ).toMatchObject({
        code: '42501',
      });
    }
  });

  /** The caller tries to change a role; returns the number of changed profiles. */
  const changeOwnRole = (caller: CallerName) =>
    studio.as(caller, async (sql) => {
      const role = caller === 'crm_user' ? 'inventory_user' : 'crm_user';
      const own = studio.who(caller).sub ?? null;
      return (await sql`update user_profiles set role = ${role} where id = ${own}`).count;
    });

  test('nobody changes their own role: admin', async () => {
    expect(await refusal(changeOwnRole('admin'))).toMatchObject({
      code: '42501',
      message: 'You cannot change your own role.',
    });
  });

  test.each(['crm_user', 'inventory_user', 'no profile'] as const)(
    'nobody changes their own role: %s',
    async (caller) => {
      expect(await changeOwnRole(caller)).toBe(0);
    },
  );

  test('nobody deletes a profile through the API, and an admin renames their own', async () => {
    const { sub } = studio.who('admin');
    for (const caller of ['admin', 'service_role'] as const) {
      for (const id of [sub ?? null, studio.ids.spareProfile]) {
        expect(
          await refusal(
            studio.as(caller, (sql) => sql`delete from user_profiles where id = ${id}`),
          ),
        ).toMatchObject({
          code: '42501',
          message: 'Profiles stay, so that the log shows the name. Remove the account instead.',
        });
      }
    }
    const renamed = await studio.as(
      'admin',
      (sql) => sql`update user_profiles set display_name = 'Me' where id = ${sub ?? null}`,
    );
    expect(renamed.count).toBe(1);
  });

  test('an admin grants and revokes the roles of others', async () => {
    const changed = await studio.as(
      'admin',
      (sql) => sql`update user_profiles set role = 'admin' where id = ${studio.ids.spareProfile}`,
    );
    expect(changed.count).toBe(1);
  });

  test('nobody makes themselves staff', async () => {
    const { sub } = studio.who('no profile');
    const said = await refusal(
      studio.as(
        'no profile',
        (sql) => sql`insert into user_profiles (id, role) values (${sub ?? null}, 'admin')`,
      ),
    );
    expect(said.code).toBe('42501');
  });

  test('an unknown role is refused', async () => {
    const said = await refusal(
      studio.as(
        'admin',
        (sql) =>
          sql`insert into user_profiles (id, role) values (${studio.ids.spareUser}, 'owner')`,
      ),
    );
    expect(said.message).toContain('user_profiles_role_check');
  });

  test('accounts without CRM rights read only their own profile', async () => {
    const seen = async (caller: CallerName) =>
      (await studio.as(caller, (sql) => sql`select from user_profiles`)).count;
    expect(await seen('inventory_user')).toBe(1);
    expect(await seen('storekeeper')).toBe(1);
    expect(await seen('crm_user')).toBe(5);
    expect(await seen('no profile')).toBe(0);
  });

  test('removing a profile removes its rights immediately', async () => {
    const id = await createStaff(studio.db, 'crm_user');
    const customers = async () =>
      (
        await asRole(
          studio.db,
          { role: 'authenticated', sub: id },
          (sql) => sql`select from customers`,
        )
      ).count;
    expect(await customers()).toBeGreaterThan(0);
    await studio.db.owner`delete from auth.users where id = ${id}`;
    expect(await customers()).toBe(0);
  });

  test('a lead can be assigned to an admin, a CRM user or nobody', async () => {
    const assign = (caller: 'admin' | 'inventory_user' | null) =>
      studio.as(
        'crm_user',
        (
          sql,
        ) => sql`update customers set assigned_to = ${caller && (studio.who(caller).sub ?? null)}
          where id = ${studio.ids.customer}`,
      );
    expect((await assign('admin')).count).toBe(1);
    expect((await assign(null)).count).toBe(1);
    expect(await refusal(assign('inventory_user'))).toMatchObject({
      code: 'PT422',
      message: 'A lead can be assigned to an admin or a CRM user only.',
    });
  });

  test('a disabled account gets no new leads and keeps its current ones', async () => {
    const sql = studio.db.owner;
    const id = await createStaff(studio.db, 'crm_user');
    const assign = (to: string | null) =>
      sql`update customers set assigned_to = ${to} where id = ${studio.ids.customer}`;
    const listed = async () => {
      const [row] = await studio.as(
        'crm_user',
        (tx) => tx<{ all: { id: string; disabled: boolean }[] }[]>`select assignees() as all`,
      );
      return row?.all.find((one) => one.id === id)?.disabled;
    };
    await assign(id);
    expect(await listed()).toBe(false);
    await sql`update auth.users set banned_until = '3000-01-01' where id = ${id}`;
    expect(await listed()).toBe(true);

    await sql`update customers set assigned_to = assigned_to, first_name = 'Asha'
      where id = ${studio.ids.customer}`;
    const [lead] = await studio.as(
      'crm_user',
      (tx) =>
        tx`select jsonb_path_query_array(search_leads()::jsonb, '$.items[*].assigned_to') as ids`,
    );
    expect(lead?.['ids']).toContain(id);
    await assign(null);
    expect(await refusal(assign(id))).toMatchObject({
      code: 'PT422',
      message: 'This account is disabled. Choose somebody else.',
    });
    await sql`update auth.users set banned_until = null where id = ${id}`;
    await assign(id);
    await sql`delete from auth.users where id = ${id}`;
  });

  test('a removed account leaves the name at what the person did and owns, and nothing that opens anything', async () => {
    const sql = studio.db.owner;
    const id = await createStaff(studio.db, 'crm_user');
    await sql`update user_profiles set display_name = 'Asha Rao' where id = ${id}`;
    await sql`update customers set assigned_to = ${id} where id = ${studio.ids.customer}`;
    await sql`
      insert into customer_notes (customer_id, author, note)
      values (${studio.ids.customer}, ${id}, 'Called')`;
    await sql`insert into private.recovery_codes (user_id, hash) values (${id}, sha256('a'))`;
    await sql`
      insert into private.links (kind, user_id, token) values ('calendar', ${id}, sha256('a'))`;
    await sql`delete from auth.users where id = ${id}`;
    const [profile] = await sql`
      select role, account_id, display_name from user_profiles where id = ${id}`;
    expect(profile).toEqual({ role: null, account_id: null, display_name: 'Asha Rao' });
    for (const table of ['recovery_codes', 'links']) {
      expect(await sql`select from ${sql(`private.${table}`)} where user_id = ${id}`).toHaveLength(
        0,
      );
    }
    const [read] = await studio.as(
      'crm_user',
      (tx) => tx`
        select customer_record(id => ${studio.ids.customer}) as customer, assignees() as assignees`,
    );
    expect(read?.['customer']).toMatchObject({
      assigned_to: id,
      assigned_name: 'Asha Rao',
      notes: expect.arrayContaining([
        expect.objectContaining({ note: 'Called', author_name: 'Asha Rao' }),
      ]),
    });
    const former = { id, display_name: 'Asha Rao', disabled: true };
    expect(read?.['assignees']).toContainEqual(former);
    await sql`update customers set assigned_to = null where id = ${studio.ids.customer}`;
    const [later] = await studio.as('crm_user', (tx) => tx`select assignees() as all`);
    expect(later?.['all']).not.toContainEqual(former);
    expect(
      await refusal(
        sql`update customers set assigned_to = ${id} where id = ${studio.ids.customer}`,
      ),
    ).toMatchObject({ code: 'PT422' });
    expect(
      await refusal(sql`update user_profiles set role = 'admin' where id = ${id}`),
    ).toMatchObject({ code: '23514' });
  });

  test('staff change their own name, and nobody else’s', async () => {
    const sql = studio.db.owner;
    const id = await createStaff(studio.db, 'inventory_user');
    const rename = (name: string, aal = 'aal1') =>
      studio.db.requests.begin(async (tx) => {
        const claims = JSON.stringify({ sub: id, role: 'authenticated', aal });
        await tx`select set_config('request.jwt.claims', ${claims}, true),
        set_config('role', 'authenticated', true)`;
        await tx`select change_own_name(${name})`;
      });
    const others = await sql`select display_name from user_profiles where id <> ${id} order by id`;
    await rename('  Ravi  ');
    const [own] = await sql`select display_name from user_profiles where id = ${id}`;
    expect(own?.['display_name']).toBe('Ravi');
    expect(await sql`select display_name from user_profiles where id <> ${id} order by id`).toEqual(
      others,
    );
    for (const wrong of [' ', 'x'.repeat(121)]) {
      expect(await refusal(rename(wrong))).toMatchObject({
        code: 'PT422',
        detail: '{"field": "name"}',
      });
    }
    await sql`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${id}, 'App', 'totp', 'verified')`;
    expect(await refusal(rename('Other'))).toMatchObject({ code: '42501' });
    await rename('Ravi Rao', 'aal2');
    await sql`delete from auth.users where id = ${id}`;
    expect(await refusal(rename('Gone', 'aal2'))).toMatchObject({ code: '42501' });
  });
});

describe('the last admin', () => {
  const home = useDatabase();

  test('cannot be removed by anyone; one of two can', async () => {
    const first = await createStaff(home.db, 'admin');
    const sql = home.db.owner;
    const stays = { code: 'PT409', message: 'The last admin must stay.' };
    expect(await refusal(sql`update user_profiles set role = 'crm_user'`)).toMatchObject(stays);
    expect(await refusal(sql`delete from user_profiles`)).toMatchObject(stays);
    expect(await refusal(sql`delete from auth.users where id = ${first}`)).toMatchObject(stays);
    const second = await createStaff(home.db, 'admin');
    expect(await refusal(sql`delete from user_profiles`)).toMatchObject(stays);
    await sql`delete from auth.users where id = ${first}`;
    expect(await sql`select id, role from user_profiles where role is not null`).toEqual([
      { id: second, role: 'admin' },
    ]);
  });

  test('stays when two admins remove each other concurrently', async () => {
    const sql = home.db.owner;
    const second = await createStaff(home.db, 'admin');
    const [first] = await sql`
      select id from user_profiles where id <> ${second} and role = 'admin'`;
    const done = await Promise.allSettled(
      [first?.id as string, second].map((id) =>
        sql.begin(async (tx) => {
          await tx`update user_profiles set role = 'crm_user' where id = ${id}`;
          await tx`select pg_sleep(0.2)`;
        }),
      ),
    );
    expect(done.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await sql`select from user_profiles where role = 'admin'`).count).toBe(1);
  });
});
