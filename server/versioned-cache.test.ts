import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '#tests/support/waiting.ts';
import { createVersionedCache } from './versioned-cache.ts';

let version: number | null;
beforeEach(() => {
  version = 1;
});

/** A cache of up to 100 bytes; values that begin with '!' must not be shared. */
const open = () =>
  createVersionedCache<{ text: string }>({
    version: () => Promise.resolve(version),
    mostBytes: 100,
    bytesOf: ({ text }) => (text.startsWith('!') ? null : text.length),
  });

const maker = (text = 'a') =>
  vi.fn<() => Promise<{ text: string }>>(() => Promise.resolve({ text }));

it('computes a value once per version', async () => {
  const keep = open();
  const make = maker();
  expect(await keep('x', make)).toBe(await keep('x', make));
  expect(make).toHaveBeenCalledTimes(1);
  version = 2;
  await keep('x', make);
  expect(make).toHaveBeenCalledTimes(2);
});

it('shares one computation among concurrent requests, but not with requests after a change', async () => {
  const keep = open();
  const done = Promise.withResolvers<{ text: string }>();
  const make = vi.fn<() => Promise<{ text: string }>>(() => done.promise);
  const first = [keep('x', make), keep('x', make), keep('x', make)];
  await eventually(() => expect(make).toHaveBeenCalledTimes(1));
  version = 2;
  const later = maker('new');
  expect(await keep('x', later)).toEqual({ text: 'new' });
  done.resolve({ text: 'old' });
  expect(await Promise.all(first)).toMatchObject([
    { text: 'old' },
    { text: 'old' },
    { text: 'old' },
  ]);
  expect(await keep('x', later)).toEqual({ text: 'new' });
  expect([make.mock.calls.length, later.mock.calls.length]).toEqual([1, 1]);
});

it('does not cache a value computed during a change', async () => {
  const keep = open();
  await keep('x', async () => {
    version = 2;
    return Promise.resolve({ text: 'old' });
  });
  expect(await keep('x', maker('new'))).toEqual({ text: 'new' });
});

it('is bypassed while changes may be missed', async () => {
  const keep = open();
  const make = maker();
  await keep('x', make);
  version = null;
  await keep('x', make);
  await keep('x', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('shares neither failures nor private values', async () => {
  const keep = open();
  for (const fail of [() => Promise.reject(new Error('away')), maker('!mine')]) {
    const done = Promise.withResolvers<undefined>();
    const first = keep('x', () => done.promise.then(fail));
    const second = keep('x', maker('own'));
    done.resolve(undefined);
    const [one, two] = await Promise.allSettled([first, second]);
    expect(one).not.toMatchObject({ value: { text: 'own' } });
    expect(two).toMatchObject({ value: { text: 'own' } });
    version = (version ?? 0) + 1;
  }
});

it('is bounded, and evicts the least recently used', async () => {
  const keep = open();
  const make = maker('x'.repeat(40));
  for (const key of ['a', 'b', 'a', 'c', 'a', 'c']) await keep(key, make);
  expect(make).toHaveBeenCalledTimes(3);
  await keep('b', make);
  expect(make).toHaveBeenCalledTimes(4);
  const huge = maker('x'.repeat(101));
  await keep('huge', huge);
  await keep('huge', huge);
  expect(huge).toHaveBeenCalledTimes(2);
});
