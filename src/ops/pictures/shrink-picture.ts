import {
  isHeic,
  LARGE_PICTURE_BYTES,
  MOST_PICTURE_BYTES,
  pictureSizeRefusal,
  pictureTypeOf,
  shrunkSize,
} from '#domain/inventory/picture-file.ts';

/** A picture cannot be uploaded; the message is for the user. */
export class PictureRefusal extends Error {}

const QUALITY = 0.88;

/**
 * Shrinks a large picture before upload, rotated as its EXIF says: to JPEG, or to WebP if it may be
 * transparent. An AVIF of any size becomes a WebP, as the storage draws large ones only at a high price. Small files,
 * GIFs and other files are returned unchanged.
 * @throws {PictureRefusal} if it has more pixels than the storage takes, or if this browser cannot
 * decode it and it cannot be uploaded unchanged
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const type = pictureTypeOf(bytes)?.type;
  const heic = isHeic(bytes);
  const isRedrawn = heic || type === 'image/avif';
  const isLarge = type && type !== 'image/gif' && file.size > LARGE_PICTURE_BYTES;
  if (!isRedrawn && !isLarge) return file;
  const drawn = await redraw(file, heic || type === 'image/jpeg' ? 'image/jpeg' : 'image/webp');
  if (drawn && (isRedrawn || drawn.size < file.size)) return drawn;
  if (heic) {
    throw new PictureRefusal(
      'This browser cannot read HEIC pictures. Save it as JPEG first, or set the iPhone’s camera to “Most Compatible”.',
    );
  }
  if (file.size > MOST_PICTURE_BYTES) {
    throw new PictureRefusal(
      'The picture is larger than 10 MB, and this device could not make it smaller. It may be damaged, or too large to be read.',
    );
  }
  return file;
}

/** The shrunk picture; null if it cannot be decoded or drawn. @throws {PictureRefusal} for its size */
async function redraw(file: Blob, type: string): Promise<Blob | null> {
  const read = createImageBitmap(file, { imageOrientation: 'from-image' });
  const picture = await read.catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const refusal = pictureSizeRefusal(width, height);
  const canvas = document.createElement('canvas');
  if (!refusal) {
    Object.assign(canvas, shrunkSize(width, height));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  if (refusal) throw new PictureRefusal(`${refusal}.`);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
