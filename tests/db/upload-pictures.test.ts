import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Backend } from '#data/core/backend.ts';
import { removePicture, uploadPicture } from '#data/stock/pictures.ts';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway();

/** The part of XMLHttpRequest that an upload uses. */
class Request extends EventTarget {
  status = 0;
  response: unknown = null;
  responseType = '';
  readonly upload = new EventTarget();
  #url = '';
  #method = '';
  readonly #headers = new Headers();
  open(method: string, url: string) {
    [this.#method, this.#url] = [method, url];
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  send(body: Blob) {
    fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      .then(async (answer) => {
        const sent = { loaded: body.size, total: body.size };
        this.upload.dispatchEvent(Object.assign(new Event('progress'), sent));
        this.response = await answer.json().catch(() => null);
        this.status = answer.status;
        this.dispatchEvent(new Event('load'));
      })
      .catch(() => this.dispatchEvent(new Event('error')));
  }
}

const picture = async (format: 'jpeg' | 'png' | 'webp') => {
  const create = { width: 20, height: 10, channels: 3, background: '#258' } as const;
  return new Blob([new Uint8Array(await sharp({ create }).toFormat(format).toBuffer())]);
};
const backend = (url = gateway.url): Backend => ({
  origin: url,
  config: { url, anonKey: gateway.anonKey, chatScriptUrl: null },
});
async function staff(role: 'inventory_user' | null = 'inventory_user') {
  const client = gateway.client();
  await client.auth.signInWithPassword(await gateway.createStaff(role));
  return client;
}
const stored = () => gateway.db.owner<{ name: string }[]>`select name from storage.objects`;

beforeAll(() => vi.stubGlobal('XMLHttpRequest', Request));
afterAll(() => vi.unstubAllGlobals());

test('staff upload a picture, visitors get it as immutable, staff remove it', async () => {
  const api = await staff();
  const parts: number[] = [];
  const url = await uploadPicture(api, backend(), 'props', await picture('jpeg'), (part) =>
    parts.push(part),
  );
  expect(url).toMatch(/^\/storage\/v1\/object\/public\/catalogue\/props\/[0-9a-f-]{36}\.jpg$/);
  expect(parts).toEqual([1]);
  const seen = await fetch(gateway.url + url);
  expect(seen.status).toBe(200);
  expect(seen.headers.get('content-type')).toBe('image/jpeg');
  expect(seen.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  await removePicture(api, url);
  expect((await fetch(gateway.url + url)).status).toBe(404);
});

test('a picture’s extension comes from its content, not from its name', async () => {
  const api = await staff();
  const named = new File([await picture('png')], '../../photo.jpg', { type: 'image/jpeg' });
  const url = await uploadPicture(api, backend(), 'sets', named, () => {});
  expect(url).toMatch(/\/catalogue\/sets\/[0-9a-f-]{36}\.png$/);
  await removePicture(api, url);
});

test('a file that is no picture is refused with a message, and not stored', async () => {
  const api = await staff();
  const jpeg = await picture('jpeg');
  const cases: [Blob, number, RegExp][] = [
    [new Blob([]), 415, /^The file is empty\.$/],
    [new File(['MZ program'], 'photo.jpg', { type: 'image/jpeg' }), 415, /^Choose a JPEG/],
    [new Blob([jpeg, new Uint8Array(11_000_000)]), 413, /^The picture is larger than 10 MB\.$/],
    [jpeg.slice(0, jpeg.size / 2), 422, /damaged/],
  ];
  for (const [file, status, message] of cases) {
    await expect(uploadPicture(api, backend(), 'props', file, () => {})).rejects.toMatchObject({
      name: 'Failure',
      status,
      message: expect.stringMatching(message),
    });
  }
  expect([...(await stored())]).toEqual([]);
});

test('a caller without a role, or without a connection, gets an error', async () => {
  const file = await picture('webp');
  const upload = async (role: 'inventory_user' | null, url?: string) =>
    uploadPicture(await staff(role), backend(url), 'props', file, () => {});
  await expect(upload(null)).rejects.toMatchObject({ status: 403 });
  await expect(upload('inventory_user', 'http://127.0.0.1:9')).rejects.toMatchObject({
    status: 0,
    message: 'The server did not answer. Check your connection and try again.',
  });
  expect([...(await stored())]).toEqual([]);
});

test('pictures that were not uploaded are not removed', async () => {
  await gateway.db.owner`insert into storage.objects (bucket_id, name)
    values ('catalogue', 'props/chair-1.webp')`;
  const api = await staff();
  for (const url of [
    '/storage/v1/object/public/catalogue/props/chair-1.webp',
    'https://cdn.example/props/5e0c6e0e-0000-4000-8000-000000000000.jpg',
    '/storage/v1/object/public/catalogue/../x',
  ])
    await removePicture(api, url);
  expect((await stored()).map(({ name }) => name)).toEqual(['props/chair-1.webp']);
});
