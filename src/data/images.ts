const OBJECT = '/storage/v1/object/public/';
const RENDER = '/storage/v1/render/image/public/';

/** What an `<img>` needs to load a picture at the right size. */
export interface PictureSources {
  src: string;
  /** Absent for a picture that is not in our storage. */
  srcSet?: string;
  /** The picture as it was stored, for a backend that does not render; absent with `srcSet`. */
  plain?: string;
}

/**
 * The addresses of a stored picture at several widths. Our own objects are stored root-relative and
 * are rendered to size by the storage; any other address stays as it is.
 * @param origin of the backend as the browser sees it, '' when it is the page's own
 * @param widths in CSS pixels times the pixel ratios served, ascending, at least one; the last is `src`
 */
export function pictureSources(
  url: string,
  { origin, widths, quality = 75 }: { origin: string; widths: readonly number[]; quality?: number },
): PictureSources {
  if (!url.startsWith(OBJECT)) return { src: url.startsWith('/') ? origin + url : url };
  const path = `${origin}${RENDER}${url.slice(OBJECT.length)}`;
  // why: with a width alone Supabase crops to the original's height; `contain` keeps the shape.
  const at = (width: number) => `${path}?width=${width}&resize=contain&quality=${quality}`;
  return {
    src: at(widths.at(-1) ?? 800),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '),
    plain: origin + url,
  };
}
