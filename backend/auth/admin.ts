import type { Context, Env, Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { check, readJson, refuse } from './errors.ts';
import { makeLink, newLink } from './links.ts';
import { createUser, newUser, readUser, updateUser, userChanges, userColumns } from './users.ts';

const paging = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(0).max(1000).default(50),
});
const deletion = z.strictObject({ should_soft_delete: z.literal(false).optional() });

const idOf = (c: Context) => check(z.uuid(), c.req.param('id'));

/**
 * Adds `/admin/users` (create, list, read, change, delete) and `/admin/generate_link`. The caller
 * restricts them to the service key.
 */
export function addAdmin<E extends Env>(app: Hono<E>, owner: Sql): void {
  app.post('/admin/users', async (c) =>
    c.json(await createUser(owner, await readJson(c, newUser))),
  );
  app.post('/admin/generate_link', async (c) =>
    c.json(await makeLink(owner, await readJson(c, newLink), new URL(c.req.url).origin)),
  );
  app.get('/admin/users', async (c) => {
    const { page, per_page } = check(paging, c.req.query());
    // why: clients send an empty value, parsed as 0, for the default page and page size.
    const size = per_page || 50;
    const users = await owner`
      select ${userColumns(owner)} from auth.users u
      order by created_at desc, id limit ${size} offset ${((page || 1) - 1) * size}`;
    return c.json({ users, aud: 'authenticated' });
  });
  app.get('/admin/users/:id', async (c) => c.json(await readUser(owner, idOf(c))));
  app.put('/admin/users/:id', async (c) =>
    c.json(await updateUser(owner, idOf(c), await readJson(c, userChanges))),
  );
  app.delete('/admin/users/:id', async (c) => {
    const { id } = await readUser(owner, idOf(c));
    if (c.req.header('content-type')) await readJson(c, deletion);
    await owner`delete from auth.users where id = ${id}`.catch(refuse);
    return c.json({});
  });
}
