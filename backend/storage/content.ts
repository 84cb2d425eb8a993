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
 * has more than 50 megapixels, 503 when the queue is full.
 */
export async function clean(bytes: Uint8Array, type: string, address: string): Promise<Uint8Array> {
  if (!isPicture(type)) return bytes;
  const drawn = await runQueued(address, () => redraw(bytes, type)).catch((error: unknown) => {
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
  if (found.width * found.height * (found.pages ?? 1) > MOST_PIXELS)
    throw refusal(422, 'InvalidImage', 'The picture has more than 50 megapixels');
  const format = type.slice('image/'.length) as keyof typeof ENCODER_OPTIONS;
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: true, failOn: 'error' })
    .autoOrient()
    .toFormat(format, ENCODER_OPTIONS[format])
    .toBuffer();
}
