import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import {
  MOST_PICTURE_BYTES,
  pictureRefusal,
  pictureTypeOf,
  type PictureType,
} from '#domain/inventory/picture-file.ts';
import { randomUuid } from '#domain/uuid.ts';
import type { Backend } from '../core/backend.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import type { StaffApi } from '../core/staff-api.ts';

const BUCKET = 'catalogue';
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`;
const OWN_NAME = /^[a-z]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp|avif|gif)$/;
/** Seconds that browsers cache a picture: a year, because names are never reused. */
const CACHE_SECONDS = 31_536_000;
/** Milliseconds without progress until an upload times out. */
const STALL_MS = 30_000;

/**
 * Uploads a picture of an item.
 * @param folder the kind's table: `props`
 * @param onProgress called with the fraction sent, 0 to 1
 * @param signal stops the upload, which then fails without an answer
 * @returns the root-relative URL that items hold; it works in every home
 * @throws {Failure} as {@link sendPicture}
 */
export async function uploadPicture(
  api: StaffApi,
  backend: Backend,
  folder: string,
  file: Blob,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const name = await pictureName(folder, file);
  await sendPicture(api, backend, { bucket: BUCKET, name }, file, onProgress, signal);
  return PUBLIC + name;
}

/**
 * A new name for a picture, `<folder>/<random>.<extension of its type>`. It is never overwritten, so caches may keep
 * the picture for good.
 * @throws {Failure} with a message for the user: no picture (415), too large (413)
 */
export async function pictureName(folder: string, file: Blob): Promise<string> {
  return `${folder}/${randomUuid()}.${(await typeOf(file)).extension}`;
}

/**
 * Uploads a picture under a name of {@link pictureName}.
 * @param onProgress called with the fraction sent, 0 to 1
 * @throws {Failure} with a message for the user: no picture (415), too large (413), damaged (422), not
 * allowed (403), stored under this name before (409), no answer (0)
 */
export async function sendPicture(
  api: StaffApi,
  { config, origin }: Backend,
  { bucket, name }: { bucket: string; name: string },
  file: Blob,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const { type } = await typeOf(file);
  const { data } = await api.auth.getSession();
  const headers = {
    apikey: config.anonKey,
    authorization: `Bearer ${data.session?.access_token ?? config.anonKey}`,
    'content-type': type,
    'cache-control': `max-age=${CACHE_SECONDS}`,
    'x-upsert': 'false',
  };
  await send(`${origin}/storage/v1/object/${bucket}/${name}`, headers, file, onProgress, signal);
}

/** The type of a picture by its first bytes. */
async function typeOf(file: Blob): Promise<PictureType> {
  const found = pictureTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const refused = pictureRefusal(file.size, found);
  if (!refused && found) return found;
  throw new Failure(refused ?? '', { status: file.size > MOST_PICTURE_BYTES ? 413 : 415 });
}

/** why XMLHttpRequest: fetch does not report upload progress. */
function send(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Failure(NO_ANSWER, { status: 0 }));
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    let stall: ReturnType<typeof setTimeout> | undefined;
    const resetStall = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      resetStall();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      clearTimeout(stall);
      const { status } = request;
      const { message } = (request.response ?? {}) as { message?: unknown };
      if (status >= 200 && status < 300) return resolve();
      const text = typeof message === 'string' ? message : 'The picture was refused.';
      return reject(new Failure(text, { status }));
    });
    const lost = () => {
      clearTimeout(stall);
      reject(new Failure(NO_ANSWER, { status: 0 }));
    };
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    signal?.addEventListener('abort', () => request.abort());
    resetStall();
    request.send(file);
  });
}

/**
 * Removes a picture that {@link uploadPicture} stored. Other URLs, such as the demo's, are left alone:
 * several items may show them.
 * @throws {Failure}
 */
export async function removePicture(api: StaffApi, address: string): Promise<void> {
  const { url } = readPictureAddress(address);
  const name = url.startsWith(PUBLIC) ? url.slice(PUBLIC.length) : '';
  if (!OWN_NAME.test(name)) return;
  const { error } = await api.storage.from(BUCKET).remove([name]);
  if (!error) return;
  const { message, status = 0 } = error;
  throw new Failure(status === 0 ? NO_ANSWER : message, { status });
}
