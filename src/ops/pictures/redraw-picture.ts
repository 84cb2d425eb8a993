import { shrunkSize } from '#domain/inventory/picture-file.ts';

/** A part of a picture, in per cent of its width and height. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The whole picture. */
export const WHOLE: PicturePart = { x: 0, y: 0, width: 100, height: 100 };

/** A picture that can be drawn, and the type it is saved as. */
export interface LoadedPicture {
  bitmap: ImageBitmap;
  type: 'image/jpeg' | 'image/webp';
}

const QUALITY = 0.9;

/**
 * Loads a picture to redraw it.
 * @throws when it cannot be read: no connection, or a picture of another site
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<LoadedPicture> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The picture could not be loaded (${answer.status}).`);
  const blob = await answer.blob();
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  return { bitmap, type: blob.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp' };
}

/** Draws a picture turned by quarters clockwise, no larger than pictures are stored. */
export function drawTurned(bitmap: ImageBitmap, quarters: number, canvas: HTMLCanvasElement): void {
  const { width, height } = shrunkSize(bitmap.width, bitmap.height);
  const isSideways = quarters % 2 === 1;
  canvas.width = isSideways ? height : width;
  canvas.height = isSideways ? width : height;
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((quarters * Math.PI) / 2);
  context?.drawImage(bitmap, -width / 2, -height / 2, width, height);
}

/** A part of a drawn picture as a picture. */
export function drawPart(drawn: HTMLCanvasElement, part: PicturePart): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const [x, y] = [(drawn.width * part.x) / 100, (drawn.height * part.y) / 100];
  canvas.width = Math.max(1, Math.round((drawn.width * part.width) / 100));
  canvas.height = Math.max(1, Math.round((drawn.height * part.height) / 100));
  canvas.getContext('2d')?.drawImage(drawn, -Math.round(x), -Math.round(y));
  return canvas;
}

/** A drawn picture as a file. @throws when the browser cannot encode it */
export async function fileOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('This device could not save the picture.');
  return blob;
}
