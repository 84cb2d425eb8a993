import { LRUCache } from 'lru-cache';
import type { Log } from '#backend';
import type { Logo } from './document-head.ts';

/** Addresses of uploaded and of built pictures, as the database accepts them for the logo. */
const OWN_PICTURE =
  /^\/(?:storage\/v1\/object\/public|pictures)\/\w[\w./-]*\.(?:webp|jpe?g|png|gif|avif)$/;

/** Largest size in pixels: four for each point of the document. */
const PIXELS = { width: 680, height: 184 };

const MOST_PIXELS = 50_000_000;
const TIMEOUT_MS = 3000;

/**
 * Reads logos as pictures that fit a PDF. Names of pictures are never reused, so they are cached. A logo that cannot be
 * read is null, so that the document is printed with the studio's name instead.
 * @param read reads the file at a root-relative address of the site
 */
export function createLogos(
  read: (address: string, signal: AbortSignal) => Promise<Response>,
  log: Log,
): (address: string | null) => Promise<Logo | null> {
  const cache = new LRUCache<string, Logo>({ max: 8 });
  return async (address) => {
    if (!address || !OWN_PICTURE.test(address) || address.includes('..')) return null;
    const known = cache.get(address);
    if (known) return known;
    try {
      const answer = await read(address, AbortSignal.timeout(TIMEOUT_MS));
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const logo = await printable(await answer.arrayBuffer());
      cache.set(address, logo);
      return logo;
    } catch (error) {
      log('warn', 'A logo could not be read', { address, error: String(error) });
      return null;
    }
  };
}

/** Re-encodes a picture as a PNG on white. why: a PDF holds no WebP, and taking transparency apart costs its writer long. */
async function printable(file: ArrayBuffer): Promise<Logo> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(file, { limitInputPixels: MOST_PIXELS })
    .resize({ ...PIXELS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: new Uint8Array(data), width: info.width, height: info.height };
}
