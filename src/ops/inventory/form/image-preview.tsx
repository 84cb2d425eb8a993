import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { pictureSources } from '#data/catalogue/images.ts';
import { isImageUrl } from '#domain/inventory/fields.ts';

const BOX =
  'mt-[1.7rem] grid aspect-4/3 h-16.5 shrink-0 place-items-center overflow-hidden rounded-sm border border-rule bg-paper-deep text-xs';

/** Preview of a picture URL, beside its field. */
export function ImagePreview({ url }: { url: string }) {
  const { backend } = useRouteContext({ from: '__root__' });
  const [failed, setFailed] = useState(false);
  if (url === '') return <span className={`${BOX} text-ink-quiet`}>No image</span>;
  if (failed || !isImageUrl(url)) return <span className={`${BOX} text-red`}>Invalid URL</span>;
  const { src, style } = pictureSources(url, { origin: backend.config.url ?? '', widths: [240] });
  return (
    <span className={BOX}>
      <img
        src={src}
        style={style}
        alt="Preview"
        className="size-full object-cover"
        onError={() => setFailed(true)}
      />
    </span>
  );
}
