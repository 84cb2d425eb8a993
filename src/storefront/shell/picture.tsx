import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
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
  /** Stands in the picture's place when it cannot be loaded. */
  fallback?: ReactNode;
}

/** A stored picture at the size the screen needs. */
export function Picture({ url, widths, first = false, fallback, ...image }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { backend } = useRouter().options.context;
  if (fallback !== undefined && failedUrl === url) return fallback;
  const fail = () => setFailedUrl(url);
  // why: a picture of the server's HTML may have failed before React listens.
  const look = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0) fail();
  };
  const sources = pictureSources(url, { origin: backend.config.url ?? '', widths });
  return (
    <img
      {...image}
      {...sources}
      ref={fallback === undefined ? undefined : look}
      onError={fallback === undefined ? undefined : fail}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
