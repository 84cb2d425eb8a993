import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { clean } from './content.ts';
import { runQueued } from './render.ts';

const noise = sharp(randomBytes(90 * 60 * 3), { raw: { width: 90, height: 60, channels: 3 } });
const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') =>
  noise
    .clone()
    .toFormat(format, format === 'jpeg' ? { progressive: true } : {})
    .toBuffer();
const stored = (bytes: Buffer, format: string) => clean(bytes, `image/${format}`, '192.0.2.1');
const refused = (message: string) => expect.objectContaining({ status: 422, message });
const DAMAGED = refused('The file is empty, damaged or no picture');

// What a browser shows whole is stored: of these, only the mark at the end is missing.
it.each([
  ['jpeg', 1],
  ['jpeg', 2],
  ['png', 12],
  ['gif', 1],
] as const)('stores a %s without its last %d bytes, which are no picture', async (format, by) => {
  const whole = await picture(format);
  const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
  const [of, kept] = [await stored(whole, format), await stored(whole.subarray(0, -by), format)];
  expect(await pixels(kept)).toEqual(await pixels(of));
});

it.each([
  ['jpeg', 20],
  ['png', 20],
  ['webp', 1],
  ['avif', 1],
  ['gif', 4],
] as const)('refuses a %s without its last %d bytes', async (format, by) => {
  const whole = await picture(format);
  await expect(stored(whole.subarray(0, -by), format)).rejects.toEqual(DAMAGED);
});

it.each([
  [2, 16_384],
  [16_384, 2],
])('refuses a strip of %d × %d, which no rendering could show', async (width, height) => {
  const create = { width, height, channels: 3, background: '#258' } as const;
  const strip = await sharp({ create }).png().toBuffer();
  await expect(stored(strip, 'png')).rejects.toEqual(
    refused('The picture has a side of more than 16,383 pixels'),
  );
});

it('refuses an AVIF of more than 8 megapixels, which takes too much memory', async () => {
  const of = (height: number) => {
    const create = { width: 4000, height, channels: 3, background: '#258' } as const;
    return sharp({ create }).avif({ effort: 0 }).toBuffer();
  };
  await expect(stored(await of(2001), 'avif')).rejects.toEqual(
    refused('The picture has more than 8 megapixels'),
  );
  const kept = await stored(await of(2000), 'avif');
  expect(await sharp(kept).metadata()).toMatchObject({ width: 4000, height: 2000 });
});

it('stores a strip of 2 × 16,383', async () => {
  const create = { width: 2, height: 16_383, channels: 3, background: '#258' } as const;
  const kept = await stored(await sharp({ create }).png().toBuffer(), 'png');
  expect(await sharp(kept).metadata()).toMatchObject({ width: 2, height: 16_383 });
});

it.each(['store', 'render'] as const)('has one picture decoded at a time, to %s', async (kind) => {
  const events: string[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const jobs = gates.map(({ promise }, at) =>
    // why: each has a network of its own, as a queue for each of them would be no bound.
    runQueued(kind, `198.51.${at}.1`, async () => {
      events.push(`begins ${at}`);
      await promise;
      events.push(`ends ${at}`);
    }),
  );
  for (const gate of gates.toReversed()) gate.resolve();
  await Promise.all(jobs);
  expect(events).toEqual([0, 1, 2, 3, 4].flatMap((at) => [`begins ${at}`, `ends ${at}`]));
});

it('has the pictures of visitors drawn while one is stored', async () => {
  const storing = Promise.withResolvers<void>();
  const job = runQueued('store', '192.0.2.1', () => storing.promise);
  expect(await runQueued('render', '192.0.2.1', () => Promise.resolve('drawn'))).toBe('drawn');
  storing.resolve();
  await job;
});
