export interface PagePictureProps {
  /** File name: `public/pictures/<name>-<width>.webp`. */
  name: string;
  alt: string;
  /** Intrinsic size in pixels; reserves the picture's space while it loads. */
  width: number;
  height: number;
  /** Displayed width, as `<img sizes>`. */
  sizes: string;
  /** Available widths, ascending. */
  widths?: readonly number[] | undefined;
  /** Above the fold: loaded eagerly, with high priority. */
  first?: boolean | undefined;
  className?: string | undefined;
  /** Which point stays in view where the picture is cropped. */
  style?: { objectPosition: string } | undefined;
}

/** A picture of the site itself, not of the catalogue. */
export function PagePicture({
  name,
  widths,
  first = false,
  alt,
  width,
  ...image
}: PagePictureProps) {
  const at = (pixels: number) => `/pictures/${name}-${pixels}.webp`;
  return (
    <img
      {...image}
      src={at(width)}
      srcSet={(widths ?? [480, width]).map((pixels) => `${at(pixels)} ${pixels}w`).join(', ')}
      width={width}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
