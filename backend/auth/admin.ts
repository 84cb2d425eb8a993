import type { Env, Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { AuthError, readJson } from './errors.ts';
import { insertUser, newUser, updateUser, type User, userChanges } from './users.ts';
import { userColumns, userJson } from './users.ts';

const paging = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(0).max(1000).default(50),
});

const uuidOf = (id: string) => {
  if (z.uuid().safeParse(id).success) return id;
  throw new AuthError('validation_failed', 'user_id must be an UUID');
};

const only = ([user]: readonly User[]) => {
  if (user) return userJson(user);
  throw new AuthError('user_not_found');
};

/** Adds `/admin/users`: create, list, read and change. The caller guards it: service key only. */
export function addAdmin<E extends Env>(app: Hono<E>, owner: Sql): void {
  app.post('/admin/users', async (c) =>
    c.json(only(await insertUser(owner, await readJson(c, newUser)))),
  );
  app.get('/admin/users', async (c) => {
    const query = paging.safeParse(c.req.query());
    if (!query.success)
      throw new AuthError('validation_failed', 'page and per_page must be whole numbers');
    // why: clients send an empty value, read as 0, for "the first page" and "the usual size".
    const [page, size] = [query.data.page || 1, query.data.per_page || 50];
    const users = await owner<User[]>`
      select ${owner(userColumns)} from auth.users where deleted_at is null
      order by created_at desc, id limit ${size} offset ${(page - 1) * size}`;
    const [counted] = await owner<{ total: number }[]>`
      select count(*)::int as total from auth.users where deleted_at is null`;
    const total = counted?.total ?? 0;
    const last = Math.max(1, Math.ceil(total / size));
    const link = (to: number, rel: string) =>
      `<${c.req.path}?page=${to}&per_page=${size}>; rel="${rel}"`;
    c.header('x-total-count', String(total));
    c.header('link', [page < last ? link(page + 1, 'next') : [], link(last, 'last')].flat().join());
    return c.json({ users: users.map(userJson), aud: 'authenticated' });
  });
  app.get('/admin/users/:id', async (c) => {
    const users = await owner<User[]>`
      select ${owner(userColumns)} from auth.users
      where id = ${uuidOf(c.req.param('id'))} and deleted_at is null`;
    return c.json(only(users));
  });
  app.put('/admin/users/:id', async (c) => {
    const id = uuidOf(c.req.param('id'));
    return c.json(only(await updateUser(owner, id, await readJson(c, userChanges))));
  });
}
