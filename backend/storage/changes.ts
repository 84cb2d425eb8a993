import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Keys } from '../core/keys.ts';
import { acceptsType } from './content.ts';
import type { ObjectStore } from './store.ts';
import { listObjects, listing } from './list.ts';
import type { Objects, StorageContext } from './objects.ts';
import { badRequest, checkName, readJson, refusal, tooLarge } from './refusal.ts';
import { renderingQuery } from './render.ts';
import { signToken } from './tokens.ts';
import { MOST_BODY, upload } from './upload.ts';

const name = z.string().min(1).max(1024);
const removal = z.strictObject({ prefixes: z.array(name).min(1).max(1000) });
const transfer = z.strictObject({
  bucketId: z.string(),
  sourceKey: name,
  destinationBucket: z.string().optional(),
  destinationKey: name,
  copyMetadata: z.literal(true).optional(),
});
const expiresIn = z.int().min(1).max(315_360_000);
const signing = z.strictObject({
  expiresIn,
  transform: z.record(z.string(), z.coerce.string()).optional(),
});
const signingMany = z.strictObject({ expiresIn, paths: z.array(name).min(1).max(1000) });
const TWO_HOURS = 7200;

export const limitBody = bodyLimit({
  maxSize: MOST_BODY,
  onError: () => {
    throw tooLarge();
  },
});

/**
 * `/object` for everything done as a caller, except reading bytes. Every write is one statement
 * under row level security; before bytes are received or copied, the write is rehearsed.
 */
export function createChanges(objects: Objects, store: ObjectStore, keys: Keys): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const placeOf = (c: StorageContext, upsert: boolean) => ({
    bucket: c.req.param('bucket') ?? '',
    name: checkName(c.req.param('name') ?? ''),
    upsert,
  });

  /**
   * Parses a copy or move: the caller must see the source, and the target bucket must accept its
   * type.
   */
  async function readTransfer(c: StorageContext) {
    const { bucketId, sourceKey, destinationKey, ...asked } = await readJson(c, transfer);
    const bucket = asked.destinationBucket ?? bucketId;
    const source = await objects.find(c, bucketId, sourceKey);
    const { types } = await objects.limitsOf(bucket);
    if (!acceptsType(types, source.content_type ?? ''))
      throw refusal(415, 'invalid_mime_type', `mime type ${source.content_type} is not supported`);
    const from = [bucketId, sourceKey] as const;
    return { source, from, to: { bucket, name: checkName(destinationKey), upsert: false } };
  }

  app.use(limitBody);

  app.post('/list/:bucket', async (c) =>
    c.json(await listObjects(objects, c, c.req.param('bucket'), await readJson(c, listing))),
  );

  app.post('/move', async (c) => {
    const { from, to } = await readTransfer(c);
    await objects.move(c, from, [to.bucket, to.name]);
    return c.json({ message: 'Successfully moved' });
  });

  app.post('/copy', async (c) => {
    const { source, to } = await readTransfer(c);
    await objects.rehearse(c, to);
    const userMetadata = source.metadata && JSON.stringify(source.metadata);
    const copied = { ...to, metadata: source.stored, userMetadata };
    return c.json(await objects.save(c, copied, (version) => store.copy(source.key, version)));
  });

  app.post('/sign/:bucket', async (c) => {
    const bucket = c.req.param('bucket');
    const { expiresIn, paths } = await readJson(c, signingMany);
    const seen = new Set(await objects.seen(c, bucket, paths));
    const signed = paths.map(async (path) => {
      const url = `${bucket}/${path}`;
      if (!seen.has(path))
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        };
      const token = await signToken(keys, 'storage:read', url, expiresIn, {});
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
    });
    return c.json(await Promise.all(signed));
  });

  app.post('/sign/:bucket/:name{.+}', async (c) => {
    const { bucket, name } = c.req.param();
    const { expiresIn, transform } = await readJson(c, signing);
    if (transform && !renderingQuery.safeParse(transform).success)
      throw badRequest('transform: is out of bounds');
    await objects.find(c, bucket, name);
    const url = `${bucket}/${name}`;
    const token = await signToken(keys, 'storage:read', url, expiresIn, { transform });
    const way = transform ? '/render/image/sign' : '/object/sign';
    return c.json({ signedURL: `${way}/${url}?token=${token}` });
  });

  app.post('/upload/sign/:bucket/:name{.+}', async (c) => {
    const place = placeOf(c, c.req.header('x-upsert') === 'true');
    await objects.rehearse(c, place);
    const { role, claims } = c.get('caller');
    const url = `${place.bucket}/${place.name}`;
    const { sub, session_id, aal } = claims;
    const signer = { upsert: place.upsert, role, sub, session_id, aal };
    const token = await signToken(keys, 'storage:write', url, TWO_HOURS, signer);
    return c.json({ url: `/object/upload/sign/${url}?token=${token}` });
  });

  app.on(['POST', 'PUT'], '/:bucket/:name{.+}', async (c) => {
    const place = placeOf(c, c.req.method === 'PUT' || c.req.header('x-upsert') === 'true');
    await objects.rehearse(c, place);
    return c.json(await upload(c, objects, store, place));
  });

  app.delete('/:bucket', async (c) => {
    const { prefixes } = await readJson(c, removal);
    return c.json(await objects.remove(c, c.req.param('bucket'), prefixes));
  });
  return app;
}
