import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Hono, type Context } from 'hono';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { createDiskCache } from './disk-cache.ts';
import { isPicture, readRendering, render, type Rendering } from './render.ts';

type StorageOptions = { db: Database; storageRoot: string; cacheRoot: string; log: Log };
type StoredObject = { id: string; version: string | null; type: string | null };

const MOST_KNOWN = 5000;
const KNOWN_MS = 30_000;
const MOST_RENDERED_BYTES = 200_000_000;

/** An answer in the shape of Supabase Storage's errors. */
class StorageError extends Error {
  readonly status: 400 | 404 | 416 | 422 | 503;
  readonly error: string;
  constructor(status: StorageError['status'], error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

const notFound = () => new StorageError(404, 'not_found', 'Object not found');

/** `bucket/folder/name` after a prefix of the path, decoded. Throws StorageError. */
function locate(c: Context, prefix: string) {
  const { pathname } = new URL(c.req.url);
  let path: string;
  try {
    path = decodeURIComponent(pathname.slice(pathname.indexOf(prefix) + prefix.length));
  } catch {
    throw new StorageError(400, 'InvalidKey', 'Invalid key');
  }
  const [bucket = '', ...name] = path.split('/');
  const unsafe = (part: string) => part === '' || /^\.{1,2}$|[\\\0]/.test(part);
  if (path.length > 1024 || name.length === 0 || [bucket, ...name].some(unsafe)) throw notFound();
  return { bucket, name: name.join('/') };
}

/** The one range of bytes that is asked for; null for the whole, as for several (RFC 9110 §14.2). */
function readRange(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && from !== '' && Number(to) < start) return null;
  if (start > end) throw new StorageError(416, 'InvalidRange', 'The range is not satisfiable');
  return { start, end };
}

/**
 * Reading public objects as Supabase Storage serves them: `/object/public/…` as stored and
 * `/render/image/public/…` resized. An object is there when storage.objects has its row, in a
 * bucket that is public; its bytes are the file `<storageRoot>/<bucket>/<name>`.
 */
export function createStorage({ db, storageRoot, cacheRoot, log }: StorageOptions): Hono {
  const app = new Hono();
  const known = new Map<string, { object: StoredObject; until: number }>();
  const rendered = createDiskCache(join(cacheRoot, 'render'), MOST_RENDERED_BYTES, log);
  const underway = new Map<string, Promise<Buffer>>();

  async function lookUp(bucket: string, name: string): Promise<StoredObject> {
    const key = `${bucket}/${name}`;
    const held = known.get(key);
    if (held && held.until > Date.now()) return held.object;
    known.delete(key);
    const [object] = await db.owner<StoredObject[]>`
      select o.id, o.version, o.metadata ->> 'mimetype' as type
      from storage.objects o join storage.buckets b on b.id = o.bucket_id
      where b.public and b.id = ${bucket} and o.name = ${name}`;
    if (!object) throw notFound();
    const oldest = known.keys().next();
    if (known.size >= MOST_KNOWN && !oldest.done) known.delete(oldest.value);
    known.set(key, { object, until: Date.now() + KNOWN_MS });
    return object;
  }

  async function find(c: Context, prefix: string) {
    const { bucket, name } = locate(c, prefix);
    const object = await lookUp(bucket, name);
    const file = join(storageRoot, bucket, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) throw notFound();
    const { size, mtimeMs } = found;
    // why: a version names bytes that never change; without one the file itself has to say.
    const state = [object.id, object.version ?? `${size}-${mtimeMs}`].join();
    return { ...object, file, size, state };
  }

  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
  const unchanged = (c: Context, etag: string) =>
    (c.req.header('if-none-match') ?? '')
      .split(',')
      .some((each) => [etag, '*'].includes(each.trim().replace(/^W\//, '')));

  async function draw(file: string, wanted: Rendering, key: string): Promise<Buffer> {
    const kept = await rendered.read(key);
    if (kept) return kept;
    const drawn = await render(file, wanted).catch(() => {
      throw new StorageError(422, 'InvalidImage', 'The object cannot be read as a picture');
    });
    if (!drawn) throw new StorageError(503, 'SlowDown', 'Too many pictures are being drawn');
    await rendered.write(key, drawn);
    return drawn;
  }

  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', "default-src 'none'; sandbox");
  });

  app.get('/object/public/*', async (c) => {
    const { type, file, size, state } = await find(c, '/object/public/');
    const etag = `"${digest(state)}"`;
    c.header('etag', etag);
    c.header('cache-control', 'public, max-age=3600');
    c.header('accept-ranges', 'bytes');
    if (unchanged(c, etag)) return c.body(null, 304);
    c.header('content-type', isPicture(type) ? type : 'application/octet-stream');
    if (!isPicture(type)) c.header('content-disposition', 'attachment');
    c.header('content-range', `bytes */${size}`);
    const current = (c.req.header('if-range') ?? etag) === etag;
    const range = current ? readRange(c.req.header('range'), size) : null;
    const { start, end } = range ?? { start: 0, end: size - 1 };
    c.header('content-length', String(end - start + 1));
    c.header('content-range', range ? `bytes ${start}-${end}/${size}` : undefined);
    c.status(range ? 206 : 200);
    if (c.req.method === 'HEAD' || size === 0) return c.body(null);
    return c.body(Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream);
  });

  app.get('/render/image/public/*', async (c) => {
    const { type, file, state, version } = await find(c, '/render/image/public/');
    if (!isPicture(type)) throw new StorageError(422, 'InvalidImage', 'The object is no picture');
    const wanted = readRendering(c.req.query(), c.req.header('accept') ?? '', type);
    if (typeof wanted === 'string') throw new StorageError(400, 'InvalidRequest', wanted);
    const key = digest(state + JSON.stringify(wanted));
    c.header('etag', `"${key}"`);
    c.header('vary', 'accept', { append: true });
    c.header('cache-control', `public, max-age=${version ? '31536000, immutable' : '3600'}`);
    if (unchanged(c, `"${key}"`)) return c.body(null, 304);
    const drawing = underway.get(key) ?? draw(file, wanted, key);
    underway.set(key, drawing);
    const bytes = await drawing.finally(() => underway.delete(key));
    c.header('content-type', wanted.type);
    c.header('content-length', String(bytes.length));
    return c.body(new Uint8Array(bytes));
  });

  app.all('*', () => {
    throw new StorageError(404, 'not_found', 'This storage endpoint is not available');
  });
  app.onError((error, c) => {
    if (!(error instanceof StorageError)) throw error;
    const { status, message } = error;
    c.header('etag', undefined);
    c.header('content-disposition', undefined);
    c.header('cache-control', 'no-store');
    if (status === 503) c.header('retry-after', '2');
    return c.json({ statusCode: String(status), error: error.error, message }, status);
  });
  return app;
}
