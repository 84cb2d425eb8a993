import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Keys } from '../core/keys.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../postgres/database.ts';
import { isLive } from '../auth/sessions.ts';
import { createBuckets } from './buckets.ts';
import { createChanges, limitBody } from './changes.ts';
import { createDiskCache } from './disk-cache.ts';
import { createObjects, type StorageContext, type StoredObject } from './objects.ts';
import { badRequest, checkName, notFound, refusal } from './refusal.ts';
import { runQueued, isPicture, render, type Rendering, renderingQuery } from './render.ts';
import { send, unchanged } from './serve.ts';
import { type ObjectStore, WHOLE } from './store.ts';
import { readToken } from './tokens.ts';
import { upload } from './upload.ts';

type StorageOptions = {
  db: Database;
  keys: Keys;
  /** Middleware that sets the caller; routes without an API key come before it. */
  identify: MiddlewareHandler<GatewayEnv>;
  store: ObjectStore;
  cacheRoot: string;
  log: Log;
};

const MOST_RENDERED_BYTES = 200_000_000;

type Way = 'public' | 'sign' | 'authenticated';

const uploader = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
  upsert: z.boolean(),
});

/**
 * Supabase Storage as far as storage-js uses it. An object exists when storage.objects has its row;
 * its bytes are stored under the row's version, or `<bucket>/<name>` when the row has none.
 */
export function createStorage(options: StorageOptions): Hono<GatewayEnv> {
  const { db, keys, identify, store, log } = options;
  const app = new Hono<GatewayEnv>();
  const objects = createObjects(db, store);
  const rendered = createDiskCache(join(options.cacheRoot, 'render'), MOST_RENDERED_BYTES, log);
  const underway = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const tokenOf = (c: StorageContext, purpose: Parameters<typeof readToken>[1]) => {
    const { bucket, name } = c.req.param();
    return readToken(keys, purpose, `${bucket}/${name}`, c.req.query('token') ?? '');
  };

  /** Finds an object of a public bucket, by a signed token, or under row level security. */
  async function find(c: StorageContext, way: Way): Promise<StoredObject> {
    const { bucket = '', name = '' } = c.req.param();
    if (way === 'public') return objects.findAsOwner(bucket, name, 'public');
    if (way === 'authenticated') return objects.find(c, bucket, name);
    const { transform } = await tokenOf(c, 'storage:read');
    return { ...(await objects.findAsOwner(bucket, name, 'any')), transform };
  }

  /**
   * Responds with an object's bytes. why: an overwrite in between removes the bytes that the row
   * referred to, so the row is read again.
   */
  async function withObject(
    c: StorageContext,
    way: Way,
    answer: (found: StoredObject & { size: number; state: string }) => Promise<Response>,
    tries = 3,
  ): Promise<Response> {
    const found = await find(c, way);
    const there = await store.stat(found.key);
    try {
      if (!there) throw notFound();
      // why: a version's bytes never change; without one, the file's size and time identify its
      // state.
      const state = found.version ?? `${there.size}-${there.written}`;
      return await answer({ ...found, size: there.size, state });
    } catch (error) {
      if (tries === 1 || (await store.stat(found.key))) throw error;
      return withObject(c, way, answer, tries - 1);
    }
  }

  const etagOf = (...parts: unknown[]) => `"${hash('sha1', JSON.stringify(parts))}"`;
  /** The uploader sets how long an object may be cached; one year means immutable. */
  function cacheFor(way: Way, cache: string | null) {
    const age = /^(no-cache|max-age=\d{1,10})$/.test(cache ?? '') ? cache : 'max-age=3600';
    if (way !== 'public') return 'private, no-cache';
    return `public, ${age}${age === 'max-age=31536000' ? ', immutable' : ''}`;
  }
  const disposition = (c: StorageContext, isShown: boolean) => {
    const name = c.req.query('download');
    if (isShown && name === undefined) return {};
    const as = name ? `; filename*=UTF-8''${encodeURIComponent(name)}` : '';
    return { 'content-disposition': `attachment${as}` };
  };

  const serveObject = (way: Way) => (c: StorageContext) =>
    withObject(c, way, async ({ id, key, content_type: type, cache_control, size, state }) => {
      const etag = etagOf(id, state);
      const isShown = isPicture(type);
      const headers = {
        'cache-control': cacheFor(way, cache_control),
        'content-type': isShown ? type : 'application/octet-stream',
        ...disposition(c, isShown),
      };
      return (
        unchanged(c, { etag, headers }) ??
        send(c, { etag, size, headers }, (range) => store.get(key, range))
      );
    });

  async function draw(
    from: { key: string; size: number },
    wanted: Rendering,
    name: string,
    address: string,
  ) {
    const cached = await rendered.read(name);
    if (cached) return cached;
    // why: bytes are read when the job runs, so that waiting jobs hold none.
    const drawn = await runQueued('render', address, async () => {
      const bytes = await new Response(await store.get(from.key, WHOLE)).arrayBuffer();
      return render(bytes, wanted).catch(() => {
        throw refusal(422, 'InvalidImage', 'The object cannot be read as a picture');
      });
    });
    if (!drawn) throw refusal(503, 'SlowDown', 'Too many pictures are being drawn');
    await rendered.write(name, drawn);
    return new Uint8Array(drawn);
  }

  const serveRendered = (way: Way) => (c: StorageContext) =>
    withObject(
      c,
      way,
      async ({ id, key, content_type: type, cache_control, size, state, transform }) => {
        if (!isPicture(type)) throw refusal(422, 'InvalidImage', 'The object is no picture');
        const query = renderingQuery.safeParse(transform ?? c.req.query());
        const [issue] = query.error?.issues ?? [];
        if (!query.success) throw badRequest(`${issue?.path.join()} must be ${issue?.message}`);
        const takesWebp = /image\/(webp|\*)|\*\/\*/.test(c.req.header('accept') || '*/*');
        const stays = query.data.format === 'origin' || !takesWebp;
        const wanted: Rendering = { ...query.data, type: stays ? type : 'image/webp' };
        const name = hash('sha256', JSON.stringify([id, state, wanted]));
        const headers = {
          vary: 'accept',
          'cache-control': cacheFor(way, cache_control),
          'content-type': wanted.type,
          ...disposition(c, true),
        };
        const answer = { etag: etagOf(name), headers };
        const held = unchanged(c, answer);
        if (held) return held;
        const drawing = underway.get(name) ?? draw({ key, size }, wanted, name, c.get('address'));
        underway.set(name, drawing);
        const bytes = await drawing.finally(() => underway.delete(name));
        return send(c, { ...answer, size: bytes.length }, async ({ start, end }) =>
          bytes.subarray(start, end + 1),
        );
      },
    );

  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', "default-src 'none'; sandbox");
  });

  for (const way of ['public', 'sign'] as const) {
    app.get(`/object/${way}/:bucket/:name{.+}`, serveObject(way));
    app.get(`/render/image/${way}/:bucket/:name{.+}`, serveRendered(way));
    app.get(`/object/${way}/*`, notHere);
    app.get(`/render/image/${way}/*`, notHere);
  }
  app.put('/object/upload/sign/:bucket/:name{.+}', limitBody, async (c) => {
    const { bucket, name } = c.req.param();
    const { upsert, ...claims } = uploader.parse(await tokenOf(c, 'storage:write'));
    const { role, sub, session_id, aal } = claims;
    // why: the signer may have been signed out, disabled or given another role meanwhile.
    const isSignerLive = sub && session_id && (await isLive(db.owner, { sub, session_id, aal }));
    if (role === 'authenticated' && !isSignerLive)
      throw refusal(403, 'Unauthorized', 'The session that signed this address has ended');
    c.set('caller', { role, claims, address: c.get('address') });
    const place = { bucket, name: checkName(name), upsert };
    await objects.rehearse(c, place);
    const { Key } = await upload(c, objects, store, place);
    return c.json({ Key });
  });

  app.use(identify);
  app.route('/bucket', createBuckets(objects));
  app.get('/object/info/:bucket/:name{.+}', async (c) => {
    const { key: _, stored: __, ...info } = await find(c, 'authenticated');
    return c.json({ ...info, metadata: info.metadata ?? {} });
  });
  app.get('/object/authenticated/:bucket/:name{.+}', serveObject('authenticated'));
  app.get('/render/image/authenticated/:bucket/:name{.+}', serveRendered('authenticated'));
  app.get('/object/:bucket/:name{.+}', serveObject('authenticated'));
  app.route('/object', createChanges(objects, store, keys));

  app.all('*', notHere);
  return app;
}

function notHere(): never {
  throw notFound();
}
