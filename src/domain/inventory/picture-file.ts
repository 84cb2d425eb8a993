/** Largest picture that is taken, in bytes: 10 MB. */
export const MOST_PICTURE_BYTES = 10_485_760;

/** A type that pictures are stored in, and how their names end. */
export interface PictureType {
  type: string;
  extension: string;
}

/** How each type begins, in hexadecimal. */
const BEGINNINGS: readonly (PictureType & { begins: RegExp })[] = [
  { type: 'image/jpeg', extension: 'jpg', begins: /^ffd8ff/ },
  { type: 'image/png', extension: 'png', begins: /^89504e470d0a1a0a/ },
  { type: 'image/webp', extension: 'webp', begins: /^52494646.{8}57454250/ },
  { type: 'image/avif', extension: 'avif', begins: /^.{8}66747970617669(66|73)/ },
  { type: 'image/gif', extension: 'gif', begins: /^47494638(37|39)61/ },
];

/**
 * What a file is by its first bytes, whatever its name says; null when it is none of the pictures
 * that are taken.
 */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const beginning = Array.from(bytes.subarray(0, 12), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const found = BEGINNINGS.find(({ begins }) => begins.test(beginning));
  return found ? { type: found.type, extension: found.extension } : null;
}

/** Why a file is not taken as a picture, for the person who chose it; null when it may be. */
export function pictureRefusal(size: number, found: PictureType | null): string | null {
  if (size === 0) return 'The file is empty.';
  if (!found) return 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.';
  return size > MOST_PICTURE_BYTES ? 'The picture is larger than 10 MB.' : null;
}

/** Whether a file is a picture as iPhones take them (HEIC, HEIF), by its first bytes. */
export function isHeic(bytes: Uint8Array): boolean {
  const beginning = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(beginning);
}

/** A larger file is made smaller before it is sent, in bytes: 3 MB. */
export const LARGE_PICTURE_BYTES = 3_145_728;

/** Longest side of a picture that was made smaller, in pixels: enough for every rendering of it. */
const LONGEST_SIDE = 3000;

/** Width and height of a picture once it is made smaller; never larger than it is. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const part = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
}
