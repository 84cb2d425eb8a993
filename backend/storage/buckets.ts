import { Hono } from 'hono';
import { z } from 'zod';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Objects, StorageContext } from './objects.ts';
import { noBucket, readJson, refusal } from './refusal.ts';

// why: these are path segments under /object.
const TAKEN = /^(authenticated|copy|info|list|list-v2|move|public|sign|upload|\.{1,2})$/;
const SIZE = /^(\d{1,12}(?:\.\d{1,3})?)(gb|mb|kb|b)$/i;
const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
/** `20mb` in bytes, by decimal units as Supabase counts them. */
function bytesOf(size: string): number {
  const [, number, unit = ''] = SIZE.exec(size) ?? [];
  return Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? 1));
}
const settings = {
  name: z.string().optional(),
  type: z.literal('STANDARD').nullish(),
  public: z.boolean().optional(),
  file_size_limit: z
    .union([z.int(), z.string().regex(SIZE).transform(bytesOf)])
    .pipe(z.int().min(1))
    .nullish(),
  allowed_mime_types: z.array(z.string().max(100)).max(100).nullish(),
};
const changed = z.strictObject({ id: z.string().optional(), ...settings });
const created = z.strictObject({
  ...settings,
  id: z
    .string()
    .regex(/^[\w!\-.*'() &$@=;:+,?]{1,100}$/)
    .refine((id) => !TAKEN.test(id), 'is no name for a bucket'),
});

/**
 * `/bucket`: row level security on storage.buckets decides. Without a policy only the service key
 * has access.
 */
export function createBuckets(objects: Objects): Hono<GatewayEnv> {
  const { run } = objects;
  const app = new Hono<GatewayEnv>();
  const SELECT = `select id, name, owner, public, 'STANDARD' as type, created_at, updated_at,
    file_size_limit::float8, allowed_mime_types from storage.buckets`;

  /** Runs a statement about one bucket and returns its row. @throws ApiError 404. */
  async function one(c: StorageContext, text: string, params: string[]) {
    const [bucket] = await run(c, text, params);
    if (!bucket) throw noBucket();
    return bucket;
  }

  app.get('/', async (c) => c.json(await run(c, `${SELECT} order by id`, [])));
  app.get('/:id', async (c) =>
    c.json(await one(c, `${SELECT} where id = $1`, [c.req.param('id')])),
  );

  app.post('/', async (c) => {
    const bucket = await readJson(c, created);
    const text = `
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      select id, id, coalesce(public, false), file_size_limit, allowed_mime_types
      from jsonb_populate_record(null::storage.buckets, $1::jsonb)`;
    await run(c, text, [JSON.stringify(bucket)]);
    return c.json({ name: bucket.id });
  });

  app.put('/:id', async (c) => {
    const text = `
      update storage.buckets b set (public, file_size_limit, allowed_mime_types, updated_at) = (
        select r.public, r.file_size_limit, r.allowed_mime_types, now()
        from jsonb_populate_record(b, $2::jsonb) r)
      where id = $1 returning id`;
    await one(c, text, [c.req.param('id'), JSON.stringify(await readJson(c, changed))]);
    return c.json({ message: 'Successfully updated' });
  });

  app.post('/:id/empty', async (c) => {
    // why: policies may read the operation, as on Supabase.
    const asked = { 'storage.operation': 'storage.bucket.empty' };
    const [bucket] = await run(c, `${SELECT} where id = $1`, [c.req.param('id')], undefined, asked);
    if (!bucket) throw noBucket();
    await objects.remove(c, String(bucket['id']), null);
    return c.json({ message: 'Successfully emptied' });
  });

  app.delete('/:id', async (c) => {
    const text = 'delete from storage.buckets where id = $1 returning id';
    const gone = await run(c, text, [c.req.param('id')]).catch((error: { status?: number }) => {
      if (error.status !== 404) throw error;
      throw refusal(409, 'InvalidRequest', 'The bucket is not empty');
    });
    if (gone.length === 0) throw noBucket();
    return c.json({ message: 'Successfully deleted' });
  });
  return app;
}
