import { hash } from 'node:crypto';
import { z } from 'zod';
import { clean, acceptsType } from './content.ts';
import type { ObjectStore } from './store.ts';
import type { NewObject, Objects, StorageContext } from './objects.ts';
import { badRequest, refusal, tooLarge } from './refusal.ts';

/** Maximum object in bytes; a bucket may have a lower limit. */
const MOST_BYTES = 10_485_760;
/** Maximum body in bytes: a file and the multipart framing around it. */
export const MOST_BODY = MOST_BYTES + 65_536;

const userMetadata = z.record(z.string(), z.unknown());
const brokenOff = () => badRequest('The body cannot be read, or did not come to its end');

/** Reads the file of a form, or the body itself, with its metadata. */
async function readFile(c: StorageContext) {
  const { headers } = c.req.raw;
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data *;/i.test(type)) {
    const bytes = await c.req.arrayBuffer().catch(() => {
      throw brokenOff();
    });
    const about = Buffer.from(headers.get('x-metadata') ?? '', 'base64').toString();
    return { bytes, type, cache: headers.get('cache-control'), about };
  }
  const form = await c.req.formData().catch(() => {
    throw brokenOff();
  });
  const files = [...form.values()].filter((value) => value instanceof File);
  const [file] = files;
  if (!file || files.length > 1) throw badRequest('The form must hold one file');
  const textOf = (name: string) => form.getAll(name).find((each) => typeof each === 'string') ?? '';
  const cache = `max-age=${textOf('cacheControl')}`;
  const bytes = await file.arrayBuffer();
  return { bytes, type: file.type, cache, about: textOf('metadata') };
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Stores the request's file as that object, after checking that the caller may write it. @throws
 * ApiError 400, 403, 404, 409, 413, 415, 422, 429.
 */
export async function upload(
  c: StorageContext,
  objects: Objects,
  store: ObjectStore,
  place: Pick<NewObject, 'bucket' | 'name' | 'upsert'>,
) {
  const { most, types } = await objects.limitsOf(place.bucket);
  await c.get('countUpload')(c.get('caller'));
  const { bytes, cache, about, ...sent } = await readFile(c);
  const [type = ''] = sent.type.toLowerCase().split(';', 1);
  const mimetype = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim())
    ? type.trim()
    : 'application/octet-stream';
  if (!acceptsType(types, mimetype))
    throw refusal(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`);
  if (bytes.byteLength > Math.min(MOST_BYTES, Number(most ?? MOST_BYTES))) throw tooLarge();
  if (about !== '' && !userMetadata.safeParse(parse(about)).success)
    throw badRequest('The metadata must be a JSON object');
  const stored = await clean(new Uint8Array(bytes), mimetype, c.get('address'));
  const metadata = {
    mimetype,
    size: stored.length,
    eTag: `"${hash('md5', stored)}"`,
    contentLength: stored.length,
    cacheControl: /^max-age=\d{1,10}$/.test(cache ?? '') ? cache : 'no-cache',
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
  const object = { ...place, metadata, userMetadata: about || null };
  return objects.save(c, object, (version) => store.put(version, stored));
}
