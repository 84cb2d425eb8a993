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

  test('an admin does not remove their own profile, but renames it', async () => {
    const { sub } = studio.who('admin');
    expect(
      await refusal(
        studio.as('admin', (sql) => sql`delete from user_profiles where id = ${sub ?? null}`),
      ),
    ).toMatchObject({ code: '42501' });
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
    const seen = async (caller: 'inventory_user' | 'crm_user' | 'no profile') =>
      (await studio.as(caller, (sql) => sql`select from user_profiles`)).count;
    expect(await seen('inventory_user')).toBe(1);
    expect(await seen('crm_user')).toBe(4);
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
      (tx) => tx`select jsonb_path_query_array(search_leads(), '$.items[*].assigned_to') as ids`,
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
    expect(await sql`select id, role from user_profiles`).toEqual([{ id: second, role: 'admin' }]);
  });

  test('stays when two admins remove each other concurrently', async () => {
    const sql = home.db.owner;
    const second = await createStaff(home.db, 'admin');
    const [first] = await sql`select id from user_profiles where id <> ${second}`;
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
