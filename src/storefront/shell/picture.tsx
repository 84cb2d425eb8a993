import { useRouter } from '@tanstack/react-router';
import { pictureSources } from '#data/images.ts';

/** Props of {@link Picture}. */
export interface PictureProps {
  /** A stored picture URL. */
  url: string;
  alt: string;
  /** Intrinsic size in pixels: keeps the picture's room before it arrives. */
  width: number;
  height: number;
  /** Widths to render, ascending. */
  widths: readonly number[];
  /** How wide the picture is shown, as `<img sizes>` takes it. */
  sizes: string;
  /** In the first view of the page: loaded at once and before the rest. */
  first?: boolean | undefined;
  className?: string | undefined;
}

/** A stored picture at the size the screen needs. */
export function Picture({ url, widths, first = false, ...image }: PictureProps) {
  const { backend } = useRouter().options.context;
  const sources = pictureSources(url, { origin: backend.config.url ?? '', widths });
  return (
    <img
      {...image}
      {...sources}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
