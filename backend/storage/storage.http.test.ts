import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });
let photo: Buffer;

/** Puts a file and, unless told otherwise, its row. */
async function put(bucket: string, name: string, bytes: Buffer, type: string | null) {
  const file = join(gateway.storageRoot, bucket, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (type === null) return;
  const lasting = name.includes('lasting') && { cacheControl: 'max-age=31536000' };
  await gateway.db.owner`
    insert into storage.objects (bucket_id, name, metadata, version)
    values (${bucket}, ${name}, ${gateway.db.owner.json({ mimetype: type, size: bytes.length, ...lasting })},
      ${name.includes('lasting') ? `${bucket}/${name}` : null})`;
}

beforeAll(async () => {
  const { owner } = gateway.db;
  await owner`insert into storage.buckets (id, name, public)
    values ('pictures', 'pictures', true), ('letters', 'letters', false)`;
  const width = 640;
  const noise = Buffer.from(Array.from({ length: width * 480 * 3 }, (_, at) => (at * 7919) % 251));
  photo = await sharp(noise, { raw: { width, height: 480, channels: 3 } })
    .jpeg()
    .toBuffer();
  await put('pictures', 'props/chair 1.jpg', photo, 'image/jpeg');
  await put('pictures', 'lasting.jpg', photo, 'image/jpeg');
  await put('pictures', 'broken.jpg', Buffer.from('no picture'), 'image/jpeg');
  await put('pictures', 'page.html', Buffer.from('<script>1</script>'), 'text/html');
  await put('pictures', 'drawing.svg', Buffer.from('<svg/>'), 'image/svg+xml');
  await put('pictures', 'empty.png', Buffer.alloc(0), 'image/png');
  await put('pictures', 'no-row.jpg', photo, null);
  await put('letters', 'secret.jpg', photo, 'image/jpeg');
  await owner`insert into storage.objects (bucket_id, name) values ('pictures', 'no-file.jpg')`;
});

const chair = 'pictures/props/chair%201.jpg';
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}/storage/v1${path}`, { headers, method });
const object = (path: string, headers?: Record<string, string>, method?: string) =>
  get(`/object/public/${path}`, headers, method);
const rendered = (query: string, headers: Record<string, string> = {}) =>
  get(`/render/image/public/${chair}?${query}`, { accept: 'image/webp,*/*', ...headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('an object as stored', () => {
  it('is served whole, without a key, at the address that supabase-js gives', async () => {
    const { data } = gateway.client().storage.from('pictures').getPublicUrl('props/chair 1.jpg');
    const response = await fetch(data.publicUrl);
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(photo);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(photo.length),
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('answers HEAD without a body', async () => {
    const response = await object(chair, {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(photo.length));
    expect(await bytesOf(response)).toHaveLength(0);
  });

  it('answers 304 to whoever has it', async () => {
    const etag = (await object(chair)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{40}"$/);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await object(chair, { 'if-none-match': held });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await object(chair, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, Infinity],
    ['bytes=-10', -10, Infinity],
    ['bytes=5-999999999', 5, Infinity],
  ])('is sent in the part %s', async (range, from, to) => {
    const response = await object(chair, { range });
    const part = photo.subarray(from, to);
    expect(response.status).toBe(206);
    expect(await bytesOf(response)).toEqual(part);
    expect(response.headers.get('content-length')).toBe(String(part.length));
    const first = from < 0 ? photo.length + from : from;
    const last = first + part.length - 1;
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${photo.length}`);
  });

  it('is sent whole where the part is no part, or of what was there before', async () => {
    for (const range of ['bytes=9-0', 'bytes=a-b', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-9'])
      expect([range, (await object(chair, { range })).status]).toEqual([range, 200]);
    const before = { range: 'bytes=0-9', 'if-range': '"before"' };
    expect((await object(chair, before)).status).toBe(200);
    const beyond = await object(chair, { range: 'bytes=999999999-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${photo.length}`);
  });

  it('does not exist without its row, its file or a public bucket', async () => {
    for (const path of [
      'pictures/no-row.jpg',
      'pictures/no-file.jpg',
      'letters/secret.jpg',
      'pictures/props',
      'pictures',
      'pictures/',
      'nothing/x.jpg',
      'pictures/props/chair%201.jpg/',
      '',
    ]) {
      const response = await object(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toEqual({
        statusCode: '404',
        error: 'not_found',
        message: 'Object not found',
      });
    }
  });

  it('is not there once its row is deleted, though its file is', async () => {
    await put('pictures', 'fleeting.jpg', photo, 'image/jpeg');
    await gateway.db.owner`delete from storage.objects where name = 'fleeting.jpg'`;
    expect((await object('pictures/fleeting.jpg')).status).toBe(404);
  });

  it('is offered as a download where a browser might run it', async () => {
    for (const path of ['pictures/page.html', 'pictures/drawing.svg']) {
      const response = await object(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toBe('attachment');
    }
    const empty = await object('pictures/empty.png');
    expect([empty.status, empty.headers.get('content-length')]).toEqual([200, '0']);
  });

  it('never leaves its folder', async () => {
    writeFileSync(join(gateway.storageRoot, 'outside.jpg'), photo);
    const { owner } = gateway.db;
    const names = ['../outside.jpg', 'props/../../outside.jpg', '..\\outside.jpg', './x', '/x', ''];
    for (const name of names)
      await owner`insert into storage.objects (bucket_id, name) values ('pictures', ${name})`;
    await owner`insert into storage.buckets (id, name, public) values ('..', '..', true)`;
    await owner`insert into storage.objects (bucket_id, name) values ('..', 'outside.jpg')`;
    const { port } = new URL(gateway.url);
    for (const path of [
      'pictures/../outside.jpg',
      'pictures/%2e%2e/outside.jpg',
      'pictures/..%2foutside.jpg',
      'pictures/props/..%2f..%2foutside.jpg',
      'pictures/..%5coutside.jpg',
      '../outside.jpg',
      '..%2foutside.jpg',
      'pictures//x',
      'pictures/%2fx',
      'pictures/.%2fx',
      'pictures/x%00.jpg',
      '%2e%2e/outside.jpg',
      'pictures/%252e%252e/outside.jpg',
      'pictures/%E0%A4%A',
    ]) {
      const status = await new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: `/storage/v1/object/public/${path}` };
        httpRequest(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect([path, [400, 401, 404].includes(Number(status))]).toEqual([path, true]);
    }
  });
});

describe('a picture resized', () => {
  const sizeOf = async (response: Response) => {
    const { width, height, format } = await sharp(await bytesOf(response)).metadata();
    return { width, height, format };
  };

  it('is WebP where the client takes it, and the original’s type otherwise', async () => {
    for (const [accept, format] of [
      ['image/avif,image/webp,image/png,*/*;q=0.8', 'webp'],
      ['*/*', 'webp'],
      ['image/png,image/jpeg', 'jpeg'],
    ]) {
      const response = await rendered('width=100', { accept: accept ?? '' });
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('vary')).toMatch(/accept/i);
      expect(await sizeOf(response)).toEqual({ width: 100, height: 75, format });
    }
    const origin = await rendered('width=100&format=origin');
    expect(origin.headers.get('content-type')).toBe('image/jpeg');
    expect((await sizeOf(origin)).format).toBe('jpeg');
  });

  it.each([
    ['width=200&height=200', 200, 200],
    ['width=200&height=200&resize=cover', 200, 200],
    ['width=200&height=200&resize=contain', 200, 150],
    ['width=200&height=200&resize=fill', 200, 200],
    ['height=240', 320, 240],
    ['width=2500', 640, 480],
    ['', 640, 480],
  ])('with %s is %i × %i', async (query, width, height) => {
    expect(await sizeOf(await rendered(query))).toEqual({ width, height, format: 'webp' });
  });

  it('is smaller with less quality', async () => {
    const [low, high] = [await rendered('quality=20'), await rendered('quality=95')];
    expect((await bytesOf(low)).length).toBeLessThan((await bytesOf(high)).length);
  });

  it('refuses what is out of bounds, in Supabase’s shape', async () => {
    for (const query of [
      'width=0',
      'width=2501',
      'width=-1',
      'width=1.5',
      'width=x',
      'width=',
      'height=1e3',
      'quality=19',
      'quality=101',
      'resize=crop',
      'resize=constructor',
      'format=gif',
      'width=%00',
    ]) {
      const response = await rendered(query);
      expect([query, response.status]).toEqual([query, 400]);
      expect(await response.json()).toEqual({
        statusCode: '400',
        error: 'InvalidRequest',
        message: expect.stringMatching(/must be/),
      });
    }
  });

  it('refuses what is no picture', async () => {
    for (const path of ['broken.jpg', 'page.html', 'drawing.svg', 'empty.png']) {
      const response = await get(`/render/image/public/pictures/${path}?width=10`);
      expect([path, response.status]).toEqual([path, 422]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect((await get('/render/image/public/letters/secret.jpg?width=10')).status).toBe(404);
  });

  it('is rendered once, cached, and rendered again when the file changes', async () => {
    const name = 'changing.jpg';
    await put('pictures', name, photo, 'image/jpeg');
    const read = () => get(`/render/image/public/pictures/${name}?width=64`);
    const first = await Promise.all(Array.from({ length: 8 }, read));
    const etags = new Set(first.map((response) => response.headers.get('etag')));
    expect(etags.size).toBe(1);
    const [etag = ''] = etags;
    const bytes = await bytesOf(await read());
    const held = { 'if-none-match': etag ?? '' };
    expect((await get(`/render/image/public/pictures/${name}?width=64`, held)).status).toBe(304);

    const dark = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#123456' },
    })
      .jpeg()
      .toBuffer();
    await put('pictures', name, dark, null);
    utimesSync(join(gateway.storageRoot, 'pictures', name), 1, 1);
    const changed = await read();
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await bytesOf(changed)).not.toEqual(bytes);
  });

  it('never changes where its owner said so', async () => {
    const of = async (path: string) =>
      (await get(`/render/image/public/${path}?width=32`)).headers.get('cache-control');
    expect(await of('pictures/lasting.jpg')).toBe('public, max-age=31536000, immutable');
    expect(await of(chair)).toBe('public, max-age=3600');
  });

  it('is not drawn from a folder or a dangling link', async () => {
    const { owner } = gateway.db;
    symlinkSync('/nowhere', join(gateway.storageRoot, 'pictures', 'dangling.jpg'));
    for (const name of ['dangling.jpg', 'props']) {
      await owner`insert into storage.objects (bucket_id, name, metadata)
        values ('pictures', ${name}, '{"mimetype": "image/jpeg"}')`;
      const { status } = await get(`/render/image/public/pictures/${name}?width=10`);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});
