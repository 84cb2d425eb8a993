import type { Context, Env, Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { authError, readJson } from './errors.ts';
import {
  createUser,
  newUser,
  readUser,
  updateUser,
  type User,
  userChanges,
  userColumns,
} from './users.ts';

const paging = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(0).max(1000).default(50),
});
const deletion = z.strictObject({ should_soft_delete: z.literal(false).optional() });

const idOf = (c: Context) => {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (id.success) return id.data;
  throw authError('validation_failed', 'user_id must be an UUID');
};

// Foreign keys to a user, or a rule of the database that raises PT409, may keep one from going.
const refuseNeeded = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'PT409' && error instanceof Error) throw authError('conflict', error.message);
  throw code === '23503' ? authError('conflict') : error;
};

/** Adds `/admin/users`: create, list, read, change, delete. The caller guards it: service key only. */
export function addAdmin<E extends Env>(app: Hono<E>, owner: Sql): void {
  app.post('/admin/users', async (c) =>
    c.json(await createUser(owner, await readJson(c, newUser))),
  );
  app.get('/admin/users', async (c) => {
    const query = paging.safeParse(c.req.query());
    if (!query.success)
      throw authError('validation_failed', 'page and per_page must be whole numbers');
    // why: clients send an empty value, read as 0, for "the first page" and "the usual size".
    const [page, size] = [query.data.page || 1, query.data.per_page || 50];
    const users = await owner<User[]>`
      select ${userColumns(owner)} from auth.users u
      order by created_at desc, id limit ${size} offset ${(page - 1) * size}`;
    const [counted] = await owner<{ total: number }[]>`
      select count(*)::int as total from auth.users`;
    const total = counted?.total ?? 0;
    const last = Math.max(1, Math.ceil(total / size));
    const link = (to: number, rel: string) =>
      `<${c.req.path}?page=${to}&per_page=${size}>; rel="${rel}"`;
    c.header('x-total-count', String(total));
    c.header('link', [page < last ? link(page + 1, 'next') : [], link(last, 'last')].flat().join());
    return c.json({ users, aud: 'authenticated' });
  });
  app.get('/admin/users/:id', async (c) => c.json(await readUser(owner, idOf(c))));
  app.put('/admin/users/:id', async (c) =>
    c.json(await updateUser(owner, idOf(c), await readJson(c, userChanges))),
  );
  app.delete('/admin/users/:id', async (c) => {
    const { id } = await readUser(owner, idOf(c));
    if (c.req.header('content-type')) await readJson(c, deletion);
    await owner`delete from auth.users where id = ${id}`.catch(refuseNeeded);
    return c.json({});
  });
}
