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
  const [failed, setFailed] = useState<{ url: string; times: number }>({ url, times: 0 });
  const { backend } = useRouter().options.context;
  const { plain, ...rendered } = pictureSources(url, { origin: backend.config.url ?? '', widths });
  const failures = failed.url === url ? failed.times : 0;
  // why: a Supabase plan without image transformations answers the plain object only.
  const attempts = plain === undefined ? [rendered] : [rendered, { src: plain }];
  const isLost = failures >= attempts.length;
  if (isLost && fallback !== undefined) return fallback;
  const sources = attempts[failures] ?? rendered;
  const fail = () => {
    if (!isLost) setFailed({ url, times: failures + 1 });
  };
  // why: a picture of the server's HTML may have failed before React listens.
  const look = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0) fail();
  };
  return (
    <img
      // why: a new element, since one whose picture failed still counts as complete for a moment.
      key={failures}
      {...image}
      {...sources}
      ref={look}
      onError={fail}
      alt={image.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
