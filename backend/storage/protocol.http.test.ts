import { readdirSync } from 'node:fs';
import { SignJWT } from 'jose';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { putBack, removedObjects, sweepRemoved } from '#backend/storage/removed.ts';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway({ bare: true });
const service = () => gateway.client(gateway.serviceKey).storage;
const box = (bucket = 'box') => service().from(bucket);
const files = () => readdirSync(gateway.storageRoot, { recursive: true });
const bytesOf = async (from: Blob | Response | null) =>
  Buffer.from((await from?.arrayBuffer()) ?? new ArrayBuffer(0));
let picture: Buffer;

beforeAll(async () => {
  await service().createBucket('box', { public: false });
  await service().createBucket('shop', { public: true });
  await service().createBucket('small', {
    public: true,
    fileSizeLimit: 20,
    allowedMimeTypes: ['text/plain', 'image/*'],
  });
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
});

it('takes a File, a Blob, an ArrayBuffer, a view, a form, a stream and a text', async () => {
  const bytes = new TextEncoder().encode('what is kept');
  const form = new FormData();
  form.append('', new Blob([bytes], { type: 'text/csv' }));
  const bodies = {
    file: new File([bytes], 'named otherwise.txt', { type: 'text/csv' }),
    blob: new Blob([bytes], { type: 'text/csv' }),
    buffer: bytes.buffer,
    view: bytes,
    form,
    stream: new Blob([bytes]).stream(),
    text: 'what is kept',
  };
  for (const [kind, body] of Object.entries(bodies)) {
    const name = `bodies/a ${kind} (1).csv`;
    const put = await box().upload(name, body, { contentType: 'text/csv', cacheControl: '60' });
    expect([kind, put]).toMatchObject([
      kind,
      { error: null, data: { path: name, fullPath: `box/${name}`, id: expect.any(String) } },
    ]);
    const { data } = await box().download(name);
    expect([kind, await data?.text()]).toEqual([kind, 'what is kept']);
    expect((await box().info(name)).data).toMatchObject({
      id: put.data?.id,
      name,
      bucketId: 'box',
      size: 12,
      contentType: 'text/csv',
      cacheControl: 'max-age=60',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      createdAt: expect.any(String),
      lastModified: expect.any(String),
    });
  }
});

it('stores the uploader’s metadata', async () => {
  const metadata = { shelf: 'B 4', größe: 2 };
  await box().upload('noted', 'x', { metadata });
  expect((await box().info('noted')).data?.metadata).toEqual(metadata);
  await box().upload('noted as form', new Blob(['x'], { type: 'text/plain' }), { metadata });
  expect((await box().info('noted as form')).data?.metadata).toEqual(metadata);
  await box().copy('noted', 'noted copy');
  expect((await box().info('noted copy')).data?.metadata).toEqual(metadata);
  const wrong = { headers: { 'x-metadata': 'bm8ganNvbg==' } };
  expect((await box().upload('wrongly noted', 'x', wrong)).error).toMatchObject({ status: 400 });
});

it('writes over an object only when asked to', async () => {
  await box().upload('once', 'first');
  expect((await box().upload('once', 'second')).error).toMatchObject({
    status: 409,
    statusCode: '409',
    message: 'The resource already exists',
  });
  const { data: old } = await box().info('once');
  expect((await box().upload('once', 'third', { upsert: true })).error).toBeNull();
  expect(await (await box().download('once')).data?.text()).toBe('third');
  expect((await box().update('once', 'fourth')).error).toBeNull();
  const { data: now } = await box().info('once');
  expect([now?.id, now?.version === old?.version]).toEqual([old?.id, false]);
});

describe('what was removed or overwritten', () => {
  const removedOf = async (name: string) =>
    (await removedObjects(gateway.db.owner)).filter((each) => each.name === name);
  const age = (name: string) => gateway.db.owner`
    update backend.removed_objects set removed_at = now() - interval '25 hours'
    where object ->> 'name' = ${name}`;

  it('can be put back for a day, as it was', async () => {
    await box().upload('sofa', picture, { contentType: 'image/png', metadata: { angle: 1 } });
    const { data: before } = await box().info('sofa');
    await box().remove(['sofa']);
    expect((await box().download('sofa')).error).not.toBeNull();
    const [removed] = await removedOf('sofa');
    expect(removed).toMatchObject({ bucket: 'box', name: 'sofa' });
    expect(await putBack(gateway.db.owner, [removed!.key])).toEqual([removed!.key]);
    expect((await box().info('sofa')).data).toEqual(before);
    expect((await box().download('sofa')).error).toBeNull();
    expect(await removedOf('sofa')).toEqual([]);
  });

  it('stays removed while its name is in use, and no bytes of others go', async () => {
    await box().upload('lamp', 'old');
    await box().update('lamp', 'new');
    const [old] = await removedOf('lamp');
    expect(await putBack(gateway.db.owner, [old!.key])).toEqual([]);
    await box().remove(['lamp']);
    expect(await putBack(gateway.db.owner, [old!.key])).toEqual([old!.key]);
    expect(await (await box().download('lamp')).data?.text()).toBe('old');
  });

  it('comes back from an emptied bucket, all of it', async () => {
    await service().createBucket('full');
    for (const name of ['a', 'b/c']) await box('full').upload(name, name);
    expect((await service().emptyBucket('full')).error).toBeNull();
    const all = (await removedObjects(gateway.db.owner)).filter(({ bucket }) => bucket === 'full');
    expect(
      await putBack(
        gateway.db.owner,
        all.map(({ key }) => key),
      ),
    ).toHaveLength(2);
    expect(await (await box('full').download('b/c')).data?.text()).toBe('b/c');
  });

  it('keeps its bytes when it only gets another name', async () => {
    await box().upload('before', 'x');
    await box().move('before', 'after');
    expect(await removedOf('before')).toEqual([]);
  });

  it('loses its bytes after a day, unless a row names them again', async () => {
    const store = createDiskStore(gateway.storageRoot);
    await box().upload('chair', 'gone for good');
    await box().upload('stool', 'named again');
    await box().remove(['chair', 'stool']);
    const [stool] = await removedOf('stool');
    const count = files().length;
    await sweepRemoved(gateway.db.owner, store);
    expect(files()).toHaveLength(count);
    await putBack(gateway.db.owner, [stool!.key]);
    await gateway.db.owner`insert into backend.removed_objects (key, object)
      values (${stool!.key}, '{"name": "stool"}')`;
    await Promise.all([age('chair'), age('stool')]);
    expect(await sweepRemoved(gateway.db.owner, store)).toBe(1);
    expect(files()).toHaveLength(count - 1);
    expect(await removedOf('chair')).toEqual([]);
    expect(await (await box().download('stool')).data?.text()).toBe('named again');
  });
});

it('counts sizes as Supabase does', async () => {
  await service().createBucket('sized', { public: false, fileSizeLimit: '1.5kb' });
  expect((await service().getBucket('sized')).data?.file_size_limit).toBe(1500);
  await service().updateBucket('sized', { public: false, fileSizeLimit: '20MB' });
  expect((await service().getBucket('sized')).data?.file_size_limit).toBe(20_000_000);
  for (const fileSizeLimit of ['20 mb', 'mb', '-1kb', '0b', '1tb', '']) {
    const { error } = await service().createBucket('odd', { public: false, fileSizeLimit });
    expect([fileSizeLimit, (error as { status?: number } | null)?.status]).toEqual([
      fileSizeLimit,
      400,
    ]);
  }
});

it('says that nothing was noted of an object', async () => {
  await box().upload('plain', 'x');
  expect((await box().info('plain')).data?.metadata).toEqual({});
});

it('enforces a bucket’s limits', async () => {
  const small = box('small');
  const textual = { contentType: 'text/plain;charset=UTF-8' };
  expect((await small.upload('fits.txt', 'x'.repeat(20), textual)).error).toBeNull();
  expect((await small.upload('long.txt', 'x'.repeat(21), textual)).error).toMatchObject({
    status: 413,
  });
  expect((await small.upload('x.csv', 'x', { contentType: 'text/csv' })).error).toMatchObject({
    status: 415,
  });
  await box().upload('x.csv', 'x', { contentType: 'text/csv' });
  const there = { destinationBucket: 'small' };
  expect((await box().copy('x.csv', 'x.csv', there)).error).toMatchObject({ status: 415 });
  expect((await box().move('x.csv', 'x.csv', there)).error).toMatchObject({ status: 415 });
  expect((await box('none').upload('x', 'x')).error).toMatchObject({
    status: 404,
    message: 'Bucket not found',
  });
});

it('moves, copies, finds and removes', async () => {
  await box().upload('a/one', 'one');
  expect((await box().move('a/one', 'b/uno')).error).toBeNull();
  expect((await box().exists('a/one')).data).toBe(false);
  expect((await box().copy('b/uno', 'c/one')).data).toEqual({ path: 'box/c/one' });
  await box().copy('b/uno', 'public one', { destinationBucket: 'shop' });
  expect((await box('shop').exists('public one')).data).toBe(true);
  expect((await box().move('b/uno', 'c/one')).error).toMatchObject({ status: 409 });
  expect((await box().move('nowhere', 'x')).error).toMatchObject({ status: 404 });
  const { data } = await box().remove(['b/uno', 'c/one', 'nowhere']);
  expect(data?.map((each) => each.name).toSorted()).toEqual(['b/uno', 'c/one']);
  expect((await box().download('c/one')).error).toMatchObject({ status: 404 });
});

it('lists a folder: prefix, search, order, pages', async () => {
  await service().createBucket('shelf');
  const shelf = box('shelf');
  for (const name of ['b.txt', 'A.txt', 'c_1.txt', 'd-2.txt', 'deep/er/x.txt', 'deep/y.txt'])
    await shelf.upload(name, name.repeat(2));
  const names = async (...[path, options]: Parameters<typeof shelf.list>) =>
    (await shelf.list(path, options)).data?.map((each) => each.name);
  expect(await names()).toEqual(expect.arrayContaining(['A.txt', 'b.txt', 'c_1.txt', 'd-2.txt']));
  expect((await names())?.[0]).toBe('deep');
  expect(await names('deep')).toEqual(['er', 'y.txt']);
  expect(await names('deep/')).toEqual(['er', 'y.txt']);
  expect(await names('dee')).toEqual([]);
  expect(await names('', { search: 'a' })).toEqual(['A.txt']);
  expect(await names('', { search: 'c_' })).toEqual(['c_1.txt']);
  expect(await names('', { search: '%' })).toEqual([]);
  const down = { sortBy: { column: 'created_at', order: 'desc' } };
  expect(await names('', down)).toEqual(['deep', 'd-2.txt', 'c_1.txt', 'A.txt', 'b.txt']);
  const all = (await names()) ?? [];
  expect(await names('', { limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
  const { data } = await shelf.list('', { search: 'b.' });
  expect(data?.[0]).toMatchObject({
    id: expect.any(String),
    metadata: { size: 10, mimetype: 'text/plain', eTag: expect.any(String) },
  });
  expect((await shelf.list('', { limit: 100_000 })).error).toMatchObject({ status: 400 });
  const bad = { sortBy: { column: 'name; drop table storage.objects', order: 'asc' } };
  expect((await shelf.list('', bad)).error).toMatchObject({ status: 400 });
});

it('gives out addresses that work without a key, for one object and a time', async () => {
  await box().upload('secret/plan 1.png', picture, { contentType: 'image/png' });
  await box().upload('secret/other.png', picture, { contentType: 'image/png' });
  const { data } = await box().createSignedUrl('secret/plan 1.png', 60);
  const url = data?.signedUrl ?? '';
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect((await bytesOf(response)).length).toBeGreaterThan(50);
  for (const wrong of [
    url.replace('plan%201', 'other'),
    url.slice(0, -3),
    url.replace(/\?.*/, ''),
    url.replace('object/sign', 'object/upload/sign'),
    await signed({ url: 'box/secret/plan 1.png', aud: 'storage:read', exp: 1 }),
    await signed({ url: 'box/secret/plan 1.png', exp: 9_999_999_999 }),
  ])
    expect([wrong, [400, 401, 404].includes((await fetch(wrong)).status)]).toEqual([wrong, true]);

  const named = await box().createSignedUrl('secret/plan 1.png', 60, { download: 'a plan.png' });
  const download = await fetch(named.data?.signedUrl ?? '');
  expect(download.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''a%20plan.png",
  );
  const drawn = await box().createSignedUrl('secret/plan 1.png', 60, {
    transform: { width: 30, height: 20, resize: 'fill' },
  });
  const small = await bytesOf(await fetch(`${drawn.data?.signedUrl}&width=1`));
  expect(await sharp(small).metadata()).toMatchObject({ width: 30, height: 20 });
  const many = await box().createSignedUrls(['secret/other.png', 'nowhere'], 60);
  expect(many.data?.map(({ path, error }) => [path, error])).toEqual([
    ['secret/other.png', null],
    ['nowhere', 'Either the object does not exist or you do not have access to it'],
  ]);
  expect((await fetch(many.data?.[0]?.signedUrl ?? '')).status).toBe(200);
  const asked = await box().createSignedUrl('secret/other.png', 1e12);
  expect(asked.error).toMatchObject({ status: 400 });
});

/** A URL with a forged token, signed with the right secret. */
async function signed(claims: Record<string, unknown>): Promise<string> {
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(gateway.keys.jwtSecret);
  return `${gateway.url}/storage/v1/object/sign/box/secret/plan%201.png?token=${token}`;
}

it('lets somebody without rights upload the one object that was signed for them', async () => {
  const { data } = await box().createSignedUploadUrl('from outside.png');
  const anon = gateway.client().storage.from('box');
  const { token = '' } = data ?? {};
  const png = { contentType: 'image/png' };
  const other = await anon.uploadToSignedUrl('another.png', token, picture, png);
  expect(other.error).toMatchObject({ status: 400 });
  const bad = await anon.uploadToSignedUrl('from outside.png', token, 'no picture', png);
  expect(bad.error).toMatchObject({ status: 422 });
  const put = await anon.uploadToSignedUrl('from outside.png', token, picture, png);
  expect(put.data).toEqual({ path: 'from outside.png', fullPath: 'box/from outside.png' });
  const again = await anon.uploadToSignedUrl('from outside.png', token, picture, png);
  expect(again.error).toMatchObject({ status: 409 });
  const upsert = await box().createSignedUploadUrl('from outside.png', { upsert: true });
  const over = await anon.uploadToSignedUrl(
    'from outside.png',
    upsert.data?.token ?? '',
    picture,
    png,
  );
  expect(over.error).toBeNull();
  const response = await fetch(`${gateway.url}/rest/v1/`, {
    headers: { apikey: gateway.anonKey, authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(401);
});

it('serves nothing that a browser would run, whatever it is called', async () => {
  for (const [type, name] of [
    ['text/html', 'page.html'],
    ['image/svg+xml', 'drawing.svg'],
    ['application/xhtml+xml', 'picture.png'],
    ['text/javascript', 'picture.webp'],
  ] as const) {
    await box('shop').upload(name, '<script>alert(1)</script>', { contentType: type });
    const { data } = box('shop').getPublicUrl(name);
    const { headers } = await fetch(data.publicUrl);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('serves every reader while an object is overwritten repeatedly', async () => {
  const name = 'busy.png';
  const png = { contentType: 'image/png', upsert: true };
  await box('shop').upload(name, picture, png);
  const { data } = box('shop').getPublicUrl(name, { transform: { width: 10, height: 10 } });
  const plain = box('shop').getPublicUrl(name).data.publicUrl;
  const writing = (async () => {
    for (let count = 0; count < 10; count += 1) await box('shop').upload(name, picture, png);
  })();
  const statuses = new Set<number>();
  for (let count = 0; count < 20; count += 1)
    for (const url of [data.publicUrl, plain]) {
      const response = await fetch(url);
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  await writing;
  expect([...statuses]).toEqual([200]);
});

it('refuses in one shape what it does not know', async () => {
  const ask = (method: string, path: string, body?: string) =>
    fetch(`${gateway.url}/storage/v1${path}`, {
      method,
      headers: { apikey: gateway.serviceKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
  for (const [method, path, body, status] of [
    ['POST', '/object/list/box', '{', 400],
    ['POST', '/object/list/box', '{"limit":"x"}', 400],
    ['POST', '/object/list/box', '{"prefix":"a\\u0000b"}', 400],
    ['POST', '/object/move', '{}', 400],
    ['POST', '/object/sign/box/x', '{"expiresIn":0}', 400],
    ['POST', '/object/sign/box', '{"expiresIn":1,"paths":[]}', 400],
    ['DELETE', '/object/box', '{"prefixes":[]}', 400],
    ['DELETE', '/object/box', `{"prefixes":["${'x'.repeat(2_000)}"]}`, 400],
    ['POST', '/bucket', '{"id":7}', 400],
    ['POST', '/object/list-v2/box', '{}', 404],
    ['GET', '/vector/x', undefined, 404],
    ['GET', '/object/box/none', undefined, 404],
    ['GET', '/bucket/none', undefined, 404],
  ] as const) {
    const response = await ask(method, path, body);
    expect([path, body, response.status]).toEqual([path, body, status]);
    expect(await response.json()).toMatchObject({
      statusCode: String(status),
      error: expect.any(String),
      message: expect.any(String),
    });
  }
  expect(gateway.said.filter((line) => line.includes('"error"'))).toEqual([]);
});
