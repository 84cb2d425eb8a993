import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { ApiError } from '../api-error.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { createDiskCache } from './disk-cache.ts';
import { isPicture, render, type Rendering, renderingQuery } from './render.ts';

type StorageOptions = { db: Database; storageRoot: string; cacheRoot: string; log: Log };
type StoredObject = { id: string; version: string | null; type: string | null };

const MOST_RENDERED_BYTES = 200_000_000;

/** A refusal in the shape of Supabase Storage's errors. */
const refusal = (status: 400 | 404 | 422 | 503, error: string, message: string) =>
  new ApiError(
    status,
    { statusCode: String(status), error, message },
    { 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '2' }) },
  );
const notFound = () => refusal(404, 'not_found', 'Object not found');

/**
 * Reading public objects as Supabase Storage serves them: `/object/public/…` as stored and
 * `/render/image/public/…` resized. An object is there when storage.objects has its row, in a
 * bucket that is public; its bytes are the file `<storageRoot>/<bucket>/<name>`.
 */
export function createStorage({ db, storageRoot, cacheRoot, log }: StorageOptions): Hono {
  const app = new Hono();
  const rendered = createDiskCache(join(cacheRoot, 'render'), MOST_RENDERED_BYTES, log);
  const underway = new Map<string, Promise<Buffer>>();

  async function find(bucket: string, name: string) {
    const unsafe = (part: string) => /^\.{0,2}$|[\\/\0]/.test(part);
    if ([bucket, ...name.split('/')].some(unsafe)) throw notFound();
    const [object] = await db.owner<StoredObject[]>`
      select o.id, o.version, o.metadata ->> 'mimetype' as type
      from storage.objects o join storage.buckets b on b.id = o.bucket_id
      where b.public and b.id = ${bucket} and o.name = ${name}`;
    const file = join(storageRoot, bucket, name);
    const found = object && (await stat(file).catch(() => null));
    if (!object || !found?.isFile()) throw notFound();
    // why: a version names bytes that never change; without one the file itself has to say.
    return { ...object, file, state: object.version ?? `${found.size}-${found.mtimeMs}` };
  }

  async function draw(file: string, wanted: Rendering, key: string): Promise<Buffer> {
    const kept = await rendered.read(key);
    if (kept) return kept;
    const drawn = await render(file, wanted).catch(() => {
      throw refusal(422, 'InvalidImage', 'The object cannot be read as a picture');
    });
    if (!drawn) throw refusal(503, 'SlowDown', 'Too many pictures are being drawn');
    await rendered.write(key, drawn);
    return drawn;
  }

  const send = (c: Context, bytes: Buffer, headers: Record<string, string>) =>
    c.body(new Uint8Array(bytes), 200, { 'content-length': String(bytes.length), ...headers });

  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', "default-src 'none'; sandbox");
  });
  app.use(etag());

  app.get('/object/public/:bucket/:name{.+}', async (c) => {
    const { bucket, name } = c.req.param();
    const { type, file } = await find(bucket, name);
    return send(c, await readFile(file), {
      'cache-control': 'public, max-age=3600',
      'content-type': isPicture(type) ? type : 'application/octet-stream',
      ...(!isPicture(type) && { 'content-disposition': 'attachment' }),
    });
  });

  app.get('/render/image/public/:bucket/:name{.+}', async (c) => {
    const { bucket, name } = c.req.param();
    const { id, type, file, state, version } = await find(bucket, name);
    if (!isPicture(type)) throw refusal(422, 'InvalidImage', 'The object is no picture');
    const query = renderingQuery.safeParse(c.req.query());
    const [issue] = query.error?.issues ?? [];
    if (!query.success)
      throw refusal(400, 'InvalidRequest', `${issue?.path.join()} must be ${issue?.message}`);
    const takesWebp = /image\/(webp|\*)|\*\/\*/.test(c.req.header('accept') || '*/*');
    const stays = query.data.format === 'origin' || !takesWebp;
    const wanted: Rendering = { ...query.data, type: stays ? type : 'image/webp' };
    const key = hash('sha256', JSON.stringify([id, state, wanted]));
    const drawing = underway.get(key) ?? draw(file, wanted, key);
    underway.set(key, drawing);
    return send(c, await drawing.finally(() => underway.delete(key)), {
      vary: 'accept',
      'cache-control': `public, max-age=${version ? '31536000, immutable' : '3600'}`,
      'content-type': wanted.type,
    });
  });

  app.all('*', () => {
    throw notFound();
  });
  return app;
}
