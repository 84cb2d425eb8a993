import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { silent } from '../log.ts';
import { createDiskCache } from './disk-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'studio-disk-cache-'));
let folder: string;
let round = 0;
beforeEach(() => {
  round += 1;
  folder = join(root, String(round));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const kilobyte = Buffer.alloc(1000, 'x');

it('gives back what was written, also after a restart', async () => {
  await createDiskCache(folder, 10_000, silent).write('a', kilobyte);
  const again = createDiskCache(folder, 10_000, silent);
  expect(await again.read('a')).toEqual(kilobyte);
  expect(await again.read('b')).toBeNull();
});

it('removes the least recently used beyond its bound', async () => {
  const cache = createDiskCache(folder, 3000, silent);
  for (const name of ['a', 'b', 'c']) await cache.write(name, kilobyte);
  await cache.read('a');
  await cache.write('d', kilobyte);
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'c', 'd']);
  await createDiskCache(folder, 2000, silent).write('e', kilobyte);
  expect(readdirSync(folder)).toHaveLength(2);
});

it('counts a name that is written twice once', async () => {
  const cache = createDiskCache(folder, 2000, silent);
  for (let times = 0; times < 5; times += 1) await cache.write('a', kilobyte);
  await cache.write('b', kilobyte);
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'b']);
});

it('forgets what somebody else removed', async () => {
  const cache = createDiskCache(folder, 2000, silent);
  await cache.write('a', kilobyte);
  rmSync(join(folder, 'a'));
  expect(await cache.read('a')).toBeNull();
  await cache.write('b', kilobyte);
  await cache.write('c', kilobyte);
  expect(readdirSync(folder).toSorted()).toEqual(['b', 'c']);
});

it('goes without where it cannot write, and says so', async () => {
  const file = join(root, 'a-file');
  writeFileSync(file, '');
  const said: string[] = [];
  const cache = createDiskCache(join(file, 'below'), 2000, (_, message) => said.push(message));
  await cache.write('a', kilobyte);
  expect(await cache.read('a')).toBeNull();
  expect(said.length).toBeGreaterThan(0);
});
