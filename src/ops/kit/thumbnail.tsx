import { useRouteContext } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { pictureSources } from '#data/catalogue/images.ts';
import { classNames } from '#ui/class-names.ts';

export interface ThumbnailProps {
  /** URL of the picture, or undefined. */
  url: string | undefined;
  /** Rendition widths in pixels, ascending. */
  widths: readonly number[];
  sizes: string;
  className: string;
}

/** An item's first picture; decorative, since the name is beside it. */
export function Thumbnail({ url, widths, sizes, className }: ThumbnailProps) {
  const { backend } = useRouteContext({ from: '__root__' });
  const [lost, setLost] = useState<string>();
  const box = classNames('block bg-paper-deep object-cover', className);
  if (!url || lost === url) {
    return (
      <span aria-hidden className={classNames(box, 'grid place-items-center text-rule-strong')}>
        <ImageOff size={16} />
      </span>
    );
  }
  const sources = pictureSources(url, { origin: backend.config.url ?? '', widths });
  return (
    <img
      src={sources.src}
      srcSet={sources.srcSet}
      style={sources.style}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setLost(url)}
      className={box}
    />
  );
}
