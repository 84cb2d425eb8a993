import { useRouteContext } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { pictureSources } from '#data/images.ts';
import { IMAGE_FIELDS, isImageUrl } from '#domain/inventory/fields.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { ItemFormReturn } from './item-fields.tsx';

/** The item's pictures by their addresses, with previews on demand (back office §2). */
export function ImageFields({ form }: { form: ItemFormReturn }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <fieldset className="mb-6">
      <legend className="sr-only">Images</legend>
      <div className="mb-3 flex items-center justify-between gap-3">
        <p aria-hidden className="text-sm font-semibold">
          Images
        </p>
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={shown}
          className="-mr-3.5 max-sm:h-11"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={16} />
          {shown ? 'Hide Previews' : 'Show Previews'}
        </Button>
      </div>
      <p className="mb-3 text-xs text-ink-quiet">
        Up to 3 pictures. Enter direct CDN links, such as https://cdn.example.com/chair.webp.
      </p>
      {IMAGE_FIELDS.map((name, at) => {
        const url = String(form.watch(name) ?? '').trim();
        return (
          <div key={name} className="flex items-start gap-3">
            <TextField
              {...form.register(name)}
              label={`Image URL ${at + 1}`}
              type="url"
              autoComplete="off"
              optional
              error={form.formState.errors[name]?.message}
              className="grow"
            />
            {shown && <Preview key={url} url={url} />}
          </div>
        );
      })}
    </fieldset>
  );
}

/** What stands behind an address. */
function Preview({ url }: { url: string }) {
  const { backend } = useRouteContext({ from: '__root__' });
  const [failed, setFailed] = useState(false);
  const box =
    'mt-[1.7rem] grid aspect-4/3 h-16.5 shrink-0 place-items-center overflow-hidden rounded-sm border border-rule bg-paper-deep text-xs text-ink-quiet';
  if (url === '') return <span className={box}>No image</span>;
  if (failed || !isImageUrl(url)) {
    return <span className={`${box} text-red`}>Invalid URL</span>;
  }
  const { src } = pictureSources(url, { origin: backend.config.url ?? '', widths: [240] });
  return (
    <span className={box}>
      <img
        src={src}
        alt="Preview"
        className="size-full object-cover"
        onError={() => setFailed(true)}
      />
    </span>
  );
}
