import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { silent } from '../core/log.ts';
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
  const cache = createDiskCache(folder, 10_000, silent);
  const names = Array.from({ length: 30 }, (_, at) => `name-${at}`);
  for (const name of names) {
    await cache.write(name, kilobyte);
    await new Promise((later) => setTimeout(later, 5));
    expect(await cache.read('name-0')).toEqual(kilobyte);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(10);
  }
  const kept = readdirSync(folder);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toContain('name-0');
  expect(kept).toContain('name-29');
  expect(kept).not.toContain('name-1');
  await createDiskCache(folder, 3000, silent).write('last', kilobyte);
  expect(readdirSync(folder)).toHaveLength(3);
});

it('forgets what somebody else removed', async () => {
  const cache = createDiskCache(folder, 2000, silent);
  await cache.write('a', kilobyte);
  rmSync(join(folder, 'a'));
  expect(await cache.read('a')).toBeNull();
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

it('keeps all of the first that come at once', async () => {
  const said: string[] = [];
  const below = join(folder, 'made/by/the/first/of/them');
  const cache = createDiskCache(below, 50_000, (_, message) => said.push(message));
  await Promise.all(['a', 'b', 'c'].map((name) => cache.write(name, kilobyte)));
  expect(said).toEqual([]);
  expect(readdirSync(below).toSorted()).toEqual(['a', 'b', 'c']);
});
