/** A point of a picture in per cent from its left and upper edge. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** A stored picture with the details that staff set for it. */
export interface PictureDetails {
  /** The picture's own URL. */
  url: string;
  /** Alternative text; null for the item's name. */
  alt: string | null;
  /** The point that stays in view where the picture is cropped; null for the centre. */
  focus: FocalPoint | null;
}

/**
 * Reads a stored picture's address: its URL, and after `#` what staff set
 * (docs/product/inventory.md#pictures), as in `/…/chair.webp#focus=30,40&alt=Cane%20chair`.
 */
export function readPictureAddress(address: string): PictureDetails {
  const [url = '', details] = address.split(/#(?=focus=|alt=)/);
  const said = new URLSearchParams(details);
  const [x = NaN, y = NaN] = (said.get('focus') ?? '').split(',').map(Number);
  return { url, alt: said.get('alt'), focus: x + y >= 0 ? { x, y } : null };
}
