import { describe, expect, test } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { isSignedIn, newEmail, newStaff, staff } from './staff-calls.ts';

const gateway = useGateway();

describe('the last admin', () => {
  /** Makes these two the only admins. */
  async function twoAdmins() {
    const two = [await newStaff(gateway, 'admin'), await newStaff(gateway, 'admin')] as const;
    const ids = two.map(({ id }) => id);
    await gateway.db.owner`
      update user_profiles set role = 'crm_user' where role = 'admin' and id <> all (${ids})`;
    return two;
  }
  test.each([
    ['disable', 'disable'],
    ['disable', 'role'],
    ['remove', 'remove'],
    ['role', 'remove'],
  ])('remains when two admins act on each other at once: %s and %s', async (first, second) => {
    const [one, two] = await twoAdmins();
    const role = 'crm_user';
    const answers = await Promise.all([
      staff(one.client, { action: first, id: two.id, role }),
      staff(two.client, { action: second, id: one.id, role }),
    ]);
    const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(done?.status).toBe(200);
    // Refused as the last admin, or because the caller has lost the role or the session by then.
    expect([401, 403, 404, 409]).toContain(refused?.status);
    const last = 'This is the last admin. Make somebody else an admin first.';
    expect(refused?.status === 409 ? refused.message : last).toBe(last);
    const left = await gateway.db.owner`
      select from user_profiles p join auth.users u on u.id = p.id
      where p.role = 'admin' and coalesce(u.banned_until, '-infinity') <= now()`;
    expect(left).toHaveLength(1);
  });

  test('is neither a disabled one nor one who has not joined yet', async () => {
    const [one, two] = await twoAdmins();
    const invited = { action: 'invite', email: newEmail(), role: 'admin', name: 'New' };
    expect((await staff(one.client, invited)).status).toBe(200);
    const service = gateway.client(gateway.serviceKey);
    const disable = async (account: string) =>
      (await service.rpc('set_account_disabled', { account, disabled: true })).error;
    expect(await disable(two.id)).toBeNull();
    const last = { code: 'PT409', message: 'The last admin must stay.' };
    expect(await disable(one.id)).toMatchObject(last);
    const removed = await service.rpc('remove_account', { account: one.id });
    expect(removed.error).toMatchObject(last);
    const profile = service.from('user_profiles').update({ role: 'crm_user' }).eq('id', one.id);
    expect((await profile).error).toMatchObject(last);
    expect((await service.auth.admin.deleteUser(one.id)).error).toMatchObject({ code: 'conflict' });
    expect(await isSignedIn(one.client)).toBe(true);
  });

  const BAN = { ban_duration: '1h' };
  const bannedBy = (id: string) =>
    gateway.client(gateway.serviceKey).auth.admin.updateUserById(id, BAN);

  test('is not banned with the service key; another admin is', async () => {
    const [one, two] = await twoAdmins();
    expect((await bannedBy(two.id)).error).toBeNull();
    expect((await bannedBy(one.id)).error).toMatchObject({
      code: 'conflict',
      message: 'The last admin must stay.',
    });
    expect(await isSignedIn(one.client)).toBe(true);
    // Others may be banned, and the last admin changed in other ways.
    expect((await bannedBy((await gateway.createStaff('crm_user')).id)).error).toBeNull();
    const { auth } = gateway.client(gateway.serviceKey);
    const email = newEmail();
    expect((await auth.admin.updateUserById(one.id, { email })).error).toBeNull();
  });

  test.each(['ban', 'delete', 'ban and delete', 'ban and demote'])(
    'remains when the service key acts on two at once: %s',
    { tags: ['long'] },
    async (how) => {
      const [one, two] = await twoAdmins();
      const service = gateway.client(gateway.serviceKey);
      const acts = {
        ban: (id: string) => bannedBy(id),
        delete: (id: string) => service.auth.admin.deleteUser(id),
        demote: (id: string) =>
          service.from('user_profiles').update({ role: 'crm_user' }).eq('id', id),
      };
      const [first, second = first] = how.split(' and ') as (keyof typeof acts)[];
      const answers = await Promise.all([acts[first!](one.id), acts[second!](two.id)]);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      const [left] = await gateway.db.owner`select private.has_admin() as left`;
      expect(left).toEqual({ left: true });
    },
  );

  test.each([
    ["banned_until = now() + interval '1 day'"],
    ['deleted_at = now()'],
    ['email_confirmed_at = null, invited_at = now()'],
  ])('is not changed by SQL so that nobody could sign in: %s', async (change) => {
    const [one, two] = await twoAdmins();
    const { owner } = gateway.db;
    const set = (id: string) => owner.unsafe(`update auth.users set ${change} where id = $1`, [id]);
    await set(one.id);
    await expect(set(two.id)).rejects.toMatchObject({ code: 'PT409' });
    await expect(
      owner.unsafe(`update auth.users set ${change} where id in (select id from user_profiles)`),
    ).rejects.toMatchObject({ code: 'PT409' });
  });

  test('does not stop a studio without any admin', async () => {
    const { id } = await gateway.createStaff('crm_user');
    await gateway.db.owner.begin(async (sql) => {
      await sql`alter table user_profiles disable trigger user`;
      await sql`update user_profiles set role = 'crm_user' where role = 'admin'`;
      await sql`alter table user_profiles enable trigger user`;
    });
    expect((await bannedBy(id)).error).toBeNull();
  });
});
