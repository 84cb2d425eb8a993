import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pictureSources } from '#data/catalogue/images.ts';

export interface PictureProps {
  /** A stored picture URL. */
  url: string;
  alt: string;
  /** Intrinsic size in pixels; reserves the picture's space while it loads. */
  width: number;
  height: number;
  /** Widths to render, ascending. */
  widths: readonly number[];
  /** Displayed width, as `<img sizes>`. */
  sizes: string;
  /** Above the fold: loaded eagerly, with high priority. */
  first?: boolean | undefined;
  className?: string | undefined;
  /** Rendered instead of a picture that cannot be loaded. */
  fallback?: ReactNode;
}

/** A stored picture, resized to the screen. */
export function Picture({ url, widths, first = false, fallback, ...image }: PictureProps) {
  const [failed, setFailed] = useState<{ url: string; times: number }>({ url, times: 0 });
  const { backend } = useRouter().options.context;
  const { plain, ...rendered } = pictureSources(url, { origin: backend.config.url ?? '', widths });
  const failures = failed.url === url ? failed.times : 0;
  // why: Supabase plans without image transformations serve only the original object.
  const attempts =
    plain === undefined ? [rendered] : [rendered, { src: plain, style: rendered.style }];
  const isLost = failures >= attempts.length;
  if (isLost && fallback !== undefined) return fallback;
  const sources = attempts[failures] ?? rendered;
  const fail = () => {
    if (!isLost) setFailed({ url, times: failures + 1 });
  };
  // why: a picture in the server's HTML may have failed before hydration.
  const checkLoaded = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0) fail();
  };
  return (
    <img
      // why a new element: after a failure the old one still reports `complete` for a moment.
      key={failures}
      {...image}
      {...sources}
      ref={checkLoaded}
      onError={fail}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  );
}
