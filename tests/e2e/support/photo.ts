import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/**
 * A picture of so many pixels that barely compresses, as a camera's picture in the dark. why random bytes: sharp's own
 * noise takes ten times as long.
 */
export function noisyPhoto(width: number, height: number): Sharp {
  const raw = randomFillSync(Buffer.alloc(width * height * 3));
  return sharp(raw, { raw: { width, height, channels: 3 } });
}
