import { readPictureAddress } from '#domain/catalogue/picture-address.ts';

const OBJECT = '/storage/v1/object/public/';
const RENDER = '/storage/v1/render/image/public/';

/** The URLs that an `<img>` needs to load a picture at the right size. */
export interface PictureSources {
  src: string;
  /** Absent for a picture that is not in our storage. */
  srcSet?: string;
  /** The unscaled picture, for a backend that cannot resize; absent when `srcSet` is. */
  plain?: string;
  /** Which point stays in view where the picture is cropped; absent where staff set none. */
  style?: { objectPosition: string };
}

/**
 * The URLs of a picture at several widths. URLs of our own storage are root-relative and the storage
 * resizes them; any other URL is returned unchanged, but for the details that staff set.
 * @param origin of the backend as the browser sees it, '' when it is the page's
 * @param widths in device pixels, ascending, at least one; the last is `src`
 */
export function pictureSources(
  address: string,
  { origin, widths, quality = 75 }: { origin: string; widths: readonly number[]; quality?: number },
): PictureSources {
  const { url, focus } = readPictureAddress(address);
  const style = focus && { style: { objectPosition: `${focus.x}% ${focus.y}%` } };
  if (!url.startsWith(OBJECT)) return { src: url.startsWith('/') ? origin + url : url, ...style };
  const path = `${origin}${RENDER}${url.slice(OBJECT.length)}`;
  // why: with a width alone Supabase crops to the original's height; `contain` keeps the shape.
  const at = (width: number) => `${path}?width=${width}&resize=contain&quality=${quality}`;
  return {
    src: at(widths.at(-1) ?? 800),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '),
    plain: origin + url,
    ...style,
  };
}
