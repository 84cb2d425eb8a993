import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server } from '#tests/support/s3-server.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';
import { type ByteRange, type ObjectStore, WHOLE } from './store.ts';
import { longUnless } from '#tests/support/scale.ts';

const folder = mkdtempSync(join(tmpdir(), 'studio-stores-'));
let s3: Awaited<ReturnType<typeof startS3Server>>;
const said: string[] = [];
const log = (...line: unknown[]) => void said.push(JSON.stringify(line));

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stores: Record<string, () => ObjectStore> = {
  disk: () => createDiskStore(folder),
  S3: () => createS3Store(s3.bucket, log),
};
const bytes = Buffer.from('0123456789');
const KEYS = ['3c9d1f6e-aaaa-4bbb-8ccc-000000000001', "box/a b/c (1)'s!*+&=@,;:$.webp"];

describe.each(Object.keys(stores))('objects in the store %s', (kind) => {
  const store = () => stores[kind]!();
  const read = async (key: string, range: ByteRange = WHOLE) =>
    String(await buffer(await store().get(key, range)));

  it.each(KEYS)('are kept, described, read in parts, copied and removed: %s', async (key) => {
    await store().put(key, bytes);
    expect(await store().stat(key)).toEqual({ size: 10, written: expect.any(Number) });
    expect(await read(key)).toBe('0123456789');
    expect(await read(key, { start: 2, end: 4 })).toBe('234');
    await store().copy(key, `${key}-2`);
    expect(await read(`${key}-2`)).toBe('0123456789');
    await store().put(key, Buffer.from('other'));
    expect([await read(key), await read(`${key}-2`)]).toEqual(['other', '0123456789']);
    await store().delete([key, `${key}-2`, 'never-there']);
    expect(await store().stat(key)).toBeNull();
    await expect(store().get(key, WHOLE)).rejects.toThrow(/no such/i);
    await expect(store().copy(key, 'copy')).rejects.toThrow(/no such/i);
    expect(await store().stat('copy')).toBeNull();
  });

  it('may be empty, and many', longUnless(kind === 'disk'), async () => {
    await store().put('empty', Buffer.alloc(0));
    expect(await store().stat('empty')).toMatchObject({ size: 0 });
    expect(await read('empty')).toBe('');
    const keys = Array.from({ length: 50 }, (_, at) => `many-${at}`);
    await Promise.all(keys.map((key) => store().put(key, bytes)));
    await store().delete(keys);
    expect(await Promise.all(keys.map((key) => store().stat(key)))).toEqual(keys.map(() => null));
    await store().delete(['empty']);
  });
});

it('a folder of objects is never left, and keeps no drafts', async () => {
  const store = createDiskStore(join(folder, 'inner'));
  for (const key of ['../x', 'a/../../x', '', '.', 'a//b', 'a\\b', 'a\0b']) {
    await expect(store.put(key, bytes)).rejects.toThrow('leave the folder');
    expect(await store.stat(key)).toBeNull();
  }
  await store.put('x', bytes);
  await expect(store.put('x/y', bytes)).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(readdirSync(join(folder, 'inner'))).toEqual(['x']);
});

describe('an S3 bucket', () => {
  it('is asked again when it stumbles', async () => {
    s3.state.failing = 2;
    await createS3Store(s3.bucket, log).put('stumbled', bytes);
    expect(String(s3.objects.get('stumbled')?.bytes)).toBe('0123456789');
  });

  it('that does not know the key, or is away, answers 503 and the log says why', async () => {
    const gone = 'http://127.0.0.1:9';
    for (const [change, reason] of [
      [{ secretAccessKey: 'WRONG' }, 'S3 answered 403'],
      [{ accessKeyId: 'OTHER' }, 'S3 answered 403'],
      [{ region: 'eu-central-1' }, 'S3 answered 403'],
      [{ endpoint: gone }, 'fetch failed'],
    ] as const) {
      said.length = 0;
      const store = createS3Store({ ...s3.bucket, ...change }, log);
      await expect(store.put('x', bytes)).rejects.toMatchObject({ status: 503 });
      expect(said.join(' ')).toContain(reason);
      expect(said.join(' ')).not.toMatch(/SECRET|WRONG/);
    }
    expect(s3.objects.has('x')).toBe(false);
  });
});
