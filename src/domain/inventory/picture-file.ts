/** Largest accepted picture in bytes: 10 MB. */
export const MOST_PICTURE_BYTES = 10_485_760;

/** An accepted picture type with its file extension. */
export interface PictureType {
  type: string;
  extension: string;
}

/** Magic numbers, in hexadecimal. */
const BEGINNINGS: readonly (PictureType & { begins: RegExp })[] = [
  { type: 'image/jpeg', extension: 'jpg', begins: /^ffd8ff/ },
  { type: 'image/png', extension: 'png', begins: /^89504e470d0a1a0a/ },
  { type: 'image/webp', extension: 'webp', begins: /^52494646.{8}57454250/ },
  { type: 'image/avif', extension: 'avif', begins: /^.{8}66747970617669(66|73)/ },
  { type: 'image/gif', extension: 'gif', begins: /^47494638(37|39)61/ },
];

/**
 * The picture type of a file by its first bytes, whatever its name; null if it is not accepted.
 */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const beginning = Array.from(bytes.subarray(0, 12), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const found = BEGINNINGS.find(({ begins }) => begins.test(beginning));
  return found ? { type: found.type, extension: found.extension } : null;
}

/** Why a file is not accepted as a picture, as text for the user; null if it is. */
export function pictureRefusal(size: number, found: PictureType | null): string | null {
  if (size === 0) return 'The file is empty.';
  if (!found) return 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.';
  return size > MOST_PICTURE_BYTES ? 'The picture is larger than 10 MB.' : null;
}

/** Most pixels, and the longest side in pixels, of a picture that the storage takes. */
const MOST_PIXELS = 50_000_000;
const MOST_ON_A_SIDE = 16_383;

/** Why a picture of that size is not accepted, in the storage's words; null if it is. */
export function pictureSizeRefusal(width: number, height: number): string | null {
  if (width * height > MOST_PIXELS) return 'The picture has more than 50 megapixels';
  return Math.max(width, height) > MOST_ON_A_SIDE
    ? 'The picture has a side of more than 16,383 pixels'
    : null;
}

/** Whether a file is a HEIC or HEIF picture, as iPhones produce, by its first bytes. */
export function isHeic(bytes: Uint8Array): boolean {
  const beginning = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(beginning);
}

/** Larger files are shrunk before upload, in bytes: 3 MB. */
export const LARGE_PICTURE_BYTES = 3_145_728;

/** Longest side of a shrunk picture in pixels; enough for every rendition. */
const LONGEST_SIDE = 3000;

/** Size of a shrunk picture; never larger than the original. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const part = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
}
