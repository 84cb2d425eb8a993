/** Props of {@link PagePicture}. */
export interface PagePictureProps {
  /** Of the site's own pictures: `public/pictures/<name>-<width>.webp`. */
  name: string;
  alt: string;
  /** Intrinsic size in pixels: keeps the picture's room before it arrives. */
  width: number;
  height: number;
  /** How wide the picture is shown, as `<img sizes>` takes it. */
  sizes: string;
  /** Widths that are there, ascending. */
  widths?: readonly number[] | undefined;
  /** In the first view of the page: loaded at once and before the rest. */
  first?: boolean | undefined;
  className?: string | undefined;
}

/** A picture that belongs to the site itself, not to the catalogue. */
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
