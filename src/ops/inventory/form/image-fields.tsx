import { ArrowUp, Eye, EyeOff, Trash2, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IMAGE_FIELDS } from '#domain/inventory/fields.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/field.tsx';
import { ImagePreview } from './image-preview.tsx';
import type { ItemFormReturn } from './item-fields.tsx';
import type { ImageField, Uploads } from './use-uploads.ts';

/** Props of {@link ImageFields}. */
export interface ImageFieldsProps {
  form: ItemFormReturn;
  uploads: Uploads;
}

/**
 * The item's picture URLs, with optional previews. Dropped, pasted and selected files are uploaded
 * and fill in their URL.
 */
export function ImageFields({ form, uploads }: ImageFieldsProps) {
  const [shown, setShown] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const add = (files: FileList | null | undefined) => {
    if (!files || files.length === 0) return;
    setShown(true);
    uploads.add([...files]);
  };
  const over = useDroppedFiles(add);
  const Icon = shown ? EyeOff : Eye;
  return (
    <fieldset
      className={classNames(
        '-mx-3 mb-6 rounded-md border border-dashed p-3',
        over ? 'border-teal bg-teal-pale' : 'border-transparent',
      )}
    >
      <legend className="sr-only">Images</legend>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p aria-hidden className="mr-auto text-sm font-semibold">
          Images
        </p>
        <Button variant="secondary" size="sm" onClick={() => chooser.current?.click()}>
          <Upload aria-hidden size={16} />
          Upload
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={shown}
          className="-mr-3.5"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={16} />
          {shown ? 'Hide Previews' : 'Show Previews'}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label="Choose pictures"
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <p className="mb-3 text-xs text-ink-quiet">
        Up to 3 pictures. Enter direct CDN links, such as https://cdn.example.com/chair.webp, or
        drop, paste or choose files. Large pictures are made smaller before they are sent.
      </p>
      {IMAGE_FIELDS.map((name, at) => {
        const url = String(form.watch(name) ?? '').trim();
        return (
          <div key={name} className="flex items-start gap-3">
            <div className="relative grow">
              <TextField
                {...form.register(name)}
                label={`Image URL ${at + 1}`}
                type="url"
                autoComplete="off"
                optional
                error={form.formState.errors[name]?.message}
              />
              {url && <ImageActions field={name} at={at} uploads={uploads} />}
              <UploadProgress part={uploads.parts[name]} at={at} />
            </div>
            {shown && <ImagePreview key={url} url={url} />}
          </div>
        );
      })}
    </fieldset>
  );
}

interface ImageActionsProps {
  field: ImageField;
  at: number;
  uploads: Uploads;
}

function ImageActions({ field, at, uploads }: ImageActionsProps) {
  return (
    <span className="absolute -top-2 right-0 flex max-sm:-top-3">
      {at > 0 && (
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Move image ${at + 1} up`}
          disabled={uploads.isRunning}
          onClick={() => uploads.moveUp(field)}
        >
          <ArrowUp aria-hidden size={16} />
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        aria-label={`Remove image ${at + 1}`}
        onClick={() => uploads.remove(field)}
      >
        <Trash2 aria-hidden size={16} />
      </Button>
    </span>
  );
}

/** Progress of an upload; indeterminate while the picture is prepared. */
function UploadProgress({ part, at }: { part: number | null | undefined; at: number }) {
  if (part === undefined) return null;
  return (
    <progress
      aria-label={`${part === null ? 'Preparing' : 'Uploading'} image ${at + 1}`}
      max={1}
      value={part ?? undefined}
      className="absolute bottom-1 left-0 h-2 w-full accent-teal"
    />
  );
}

/**
 * Accepts files pasted or dropped anywhere on the page; pasted text is left alone. Returns whether
 * files are being dragged over the page.
 */
function useDroppedFiles(add: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const acceptFiles = useEffectEvent((event: Event, data: DataTransfer | null) => {
    setOver(false);
    if (!data || data.files.length === 0) return;
    event.preventDefault();
    add(data.files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('paste', (event) => acceptFiles(event, event.clipboardData), {
      signal,
    });
    document.addEventListener('drop', (event) => acceptFiles(event, event.dataTransfer), {
      signal,
    });
    document.addEventListener('dragleave', () => setOver(false), { signal });
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return over;
}
