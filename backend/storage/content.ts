import sharp from 'sharp';
import { ApiError } from '../core/api-error.ts';
import { runQueued, isPicture, MOST_PIXELS } from './render.ts';
import { refusal } from './refusal.ts';

/** Encoder settings for stored pictures: visually lossless and quick. */
const ENCODER_OPTIONS = {
  webp: { quality: 90, effort: 2 },
  avif: { quality: 75, effort: 0 },
  jpeg: { quality: 92 },
  png: {},
  gif: { effort: 1 },
};

/**
 * why: cameras that lose power leave a JPEG without its end mark, which browsers show whole. With
 * the mark, a missing part of the picture is a warning.
 */
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Whether a bucket accepts that type; `image/*` covers all pictures. */
export const acceptsType = (allowed: string[] | null, type: string): boolean =>
  allowed === null ||
  allowed.some((each) =>
    each.endsWith('*') ? type.startsWith(each.slice(0, each.indexOf('*'))) : each === type,
  );

/**
 * The bytes to store. A picture is decoded and encoded again upright, so that nothing but the
 * picture is stored: no EXIF, no location, no second file appended to it.
 * @throws ApiError 415 when its format is not `type`, 422 when it cannot be decoded completely or
 * has more than 50 megapixels (AVIF 8) or a side of more than 16,383 pixels, 503 when the queue is full.
 */
export async function clean(bytes: Uint8Array, type: string, address: string): Promise<Uint8Array> {
  if (!isPicture(type)) return bytes;
  const work = () => redraw(bytes, type);
  const drawn = await runQueued('store', address, work).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw refusal(422, 'InvalidImage', 'The file is empty, damaged or no picture');
  });
  if (!drawn) throw refusal(503, 'SlowDown', 'Too many pictures are being drawn');
  return drawn;
}

async function redraw(bytes: Uint8Array, type: string) {
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (found.mediaType !== type)
    throw refusal(415, 'invalid_mime_type', `The file is ${found.mediaType}, not ${type}`);
  const pixels = found.width * found.height * (found.pages ?? 1);
  // why: to draw an AVIF takes some 37 bytes for each pixel, others up to 10.
  const most = type === 'image/avif' ? 8_000_000 : MOST_PIXELS;
  if (pixels > most)
    throw refusal(422, 'InvalidImage', `The picture has more than ${most / 1e6} megapixels`);
  // why: no side of a WebP, the format of renderings, can be longer.
  if (Math.max(found.width, found.height) > 16_383)
    throw refusal(422, 'InvalidImage', 'The picture has a side of more than 16,383 pixels');
  const format = type.slice('image/'.length) as keyof typeof ENCODER_OPTIONS;
  // why: to optimise the coding of a JPEG, its encoder holds the whole picture, at the limit 270 MB.
  const options = { ...ENCODER_OPTIONS[format], optimiseCoding: pixels < MOST_PIXELS / 4 };
  const drawn = (from: Uint8Array, failOn: 'error' | 'warning') =>
    sharp(from, { limitInputPixels: MOST_PIXELS, animated: true, failOn })
      .autoOrient()
      .toFormat(format, options)
      .toBuffer();
  if (type !== 'image/jpeg') return drawn(bytes, 'error');
  return drawn(bytes, 'error').catch(() => drawn(Buffer.concat([bytes, END_OF_JPEG]), 'warning'));
}
