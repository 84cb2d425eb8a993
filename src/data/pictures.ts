import {
  MOST_PICTURE_BYTES,
  pictureRefusal,
  pictureTypeOf,
} from '#domain/inventory/picture-file.ts';
import { randomUuid } from '#domain/uuid.ts';
import type { Backend } from './backend.ts';
import { Failure, NO_ANSWER } from './failure.ts';
import type { StaffApi } from './staff-api.ts';

const BUCKET = 'catalogue';
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`;
const OWN_NAME = /^[a-z]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp|avif|gif)$/;
/** Seconds that browsers keep a picture: always, for no name is written over. */
const CACHED = 31_536_000;
/** How long nothing may be sent or answered before the connection counts as lost. */
const SILENCE_MS = 30_000;

/**
 * Stores a picture as `<folder>/<random>.<ending of its type>`, never under a name that somebody
 * chose: a picture is not written over, so it may be kept for good.
 * @param folder the kind's table: `props`
 * @param onProgress told the part that is sent, 0 to 1
 * @returns its address as items hold it: root-relative, for every home
 * @throws {Failure} with words for the person: no picture (415), too large (413), damaged (422), not
 * allowed (403), no answer (0)
 */
export async function uploadPicture(
  api: StaffApi,
  { config, origin }: Backend,
  folder: string,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  const found = pictureTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const refused = pictureRefusal(file.size, found);
  if (refused || !found)
    throw new Failure(refused ?? '', { status: file.size > MOST_PICTURE_BYTES ? 413 : 415 });
  const { data } = await api.auth.getSession();
  const name = `${folder}/${randomUuid()}.${found.extension}`;
  const headers = {
    apikey: config.anonKey,
    authorization: `Bearer ${data.session?.access_token ?? config.anonKey}`,
    'content-type': found.type,
    'cache-control': `max-age=${CACHED}`,
    'x-upsert': 'false',
  };
  await send(`${origin}/storage/v1/object/${BUCKET}/${name}`, headers, file, onProgress);
  return PUBLIC + name;
}

/** why: fetch cannot tell how much of a body is sent. */
function send(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listen();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      clearTimeout(silence);
      const { status } = request;
      const { message } = (request.response ?? {}) as { message?: unknown };
      if (status >= 200 && status < 300) return resolve();
      const said = typeof message === 'string' ? message : 'The picture was not taken.';
      return reject(new Failure(said, { status }));
    });
    const lost = () => {
      clearTimeout(silence);
      reject(new Failure(NO_ANSWER, { status: 0 }));
    };
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    listen();
    request.send(file);
  });
}

/**
 * Removes a picture that `uploadPicture` stored. Any other address, of the demo's or of elsewhere,
 * is left alone: several items may show it.
 * @throws {Failure}
 */
export async function removePicture(api: StaffApi, url: string): Promise<void> {
  const name = url.startsWith(PUBLIC) ? url.slice(PUBLIC.length) : '';
  if (!OWN_NAME.test(name)) return;
  const { error } = await api.storage.from(BUCKET).remove([name]);
  if (!error) return;
  const { message, status = 0 } = error;
  throw new Failure(status === 0 ? NO_ANSWER : message, { status });
}
