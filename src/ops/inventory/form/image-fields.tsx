import { Camera, Eye, EyeOff, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import { IMAGE_FIELDS } from '#domain/inventory/fields.ts';
import { writePictureAddress } from '#domain/inventory/write-picture-address.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Said } from '#ui/said.tsx';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { childAt, handlesOf } from '../../kit/forms/move-handle.tsx';
import { ImageRow } from './image-row.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import type { ImageField, ItemFormReturn, Uploads } from './use-uploads.ts';

export interface ImageFieldsProps {
  form: ItemFormReturn;
  uploads: Uploads;
  /** Folder in the bucket for edited pictures: the kind's table. */
  folder: string;
  editor: PictureEditor;
}

/**
 * The item's pictures, with optional previews. Dropped, pasted and selected files are uploaded and
 * fill in their URL; pictures are put in order by dragging or by keys, and edited in a sheet.
 */
export function ImageFields({ form, uploads, folder, editor }: ImageFieldsProps) {
  const [shown, setShown] = useState(false);
  const [moved, setMoved] = useState('');
  const rows = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = (files: FileList | null | undefined) => {
    if (!files || files.length === 0) return;
    setShown(true);
    uploads.add([...files]);
  };
  const over = useDroppedFiles(add);
  const values = form.watch(IMAGE_FIELDS);
  const filled = IMAGE_FIELDS.filter((_, at) => String(values[at] ?? '').trim());
  const dragged = useRef<ImageField>(undefined);

  const move = (field: ImageField, target: ImageField | undefined) => {
    if (!target || target === field || !filled.includes(target)) return null;
    uploads.moveTo(field, target);
    const place = filled.indexOf(target) + 1;
    const cover = place === 1 ? ' It is the cover now.' : '';
    setMoved(`Moved to place ${place} of ${filled.length}.${cover}`);
    dragged.current = target;
    return place;
  };
  const focusHandle = (place: number) => {
    handlesOf(rows.current)[place - 1]?.focus();
  };
  const drag = (field: ImageField, clientY: number) => {
    const place = childAt(rows.current, clientY);
    move(dragged.current ?? field, place === null ? undefined : IMAGE_FIELDS[place]);
  };
  const edit = (field: ImageField, at: number) => {
    const usualAlt = String(form.getValues('name') ?? '');
    editor.open({
      title: `edit picture ${at + 1}`,
      picture: readPictureAddress(String(form.getValues(field))),
      folder,
      usualAlt,
      onSave: (picture) => uploads.replace(field, writePictureAddress(picture)),
    });
  };
  const Icon = shown ? EyeOff : Eye;
  return (
    <fieldset
      className={classNames(
        '-mx-3 mb-6 min-w-0 rounded-md border border-dashed p-3',
        over ? 'border-teal bg-teal-pale' : 'border-transparent',
      )}
    >
      <legend className="sr-only">Images</legend>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p aria-hidden className="mr-auto text-sm font-semibold">
          Images
        </p>
        <span className="hidden pointer-coarse:contents">
          <Button variant="secondary" size="sm" onClick={() => camera.current?.click()}>
            <Camera aria-hidden size={16} />
            Take photo
          </Button>
        </span>
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
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label="Take a photo"
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <p className="mb-3 text-xs text-ink-quiet">
        Up to 3 pictures; the first is the cover. Enter direct CDN links, such as
        https://cdn.example.com/chair.webp, or drop, paste or choose files. Large pictures are made
        smaller before they are sent.
      </p>
      <div ref={rows}>
        {IMAGE_FIELDS.map((field, at) => (
          <ImageRow
            key={field}
            field={field}
            at={at}
            form={form}
            uploads={uploads}
            withPreview={shown}
            isMovable={filled.length > 1 && !uploads.isRunning}
            onMove={(by) => {
              const place = move(field, filled[filled.indexOf(field) + by]);
              if (place) focusHandle(place);
            }}
            onDrag={(clientY) => drag(field, clientY)}
            onDragStart={() => (dragged.current = field)}
            onEdit={() => edit(field, at)}
          />
        ))}
      </div>
      <Said>{moved}</Said>
      <FailedUploads uploads={uploads} />
    </fieldset>
  );
}

/** Where a picture was dropped or pasted, its refusal may be out of sight. */
const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

/** The pictures that were not uploaded. why no notice as well: it would lie over what it repeats. */
function FailedUploads({ uploads }: { uploads: Uploads }) {
  return (
    <div role="alert">
      <ul className="space-y-2 empty:hidden">
        {uploads.failed.map((one) => (
          <li
            key={one.key}
            ref={bringIntoView}
            className="flex flex-wrap items-center gap-x-2 rounded-md bg-red-pale px-3 py-2 text-sm"
          >
            <span className="min-w-0 grow basis-48 wrap-anywhere">
              <span className="font-medium">{one.file.name}</span> was not uploaded. {one.message}
            </span>
            {one.mayRetry && (
              <Button variant="secondary" size="sm" onClick={() => uploads.retry(one)}>
                Try again
              </Button>
            )}
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Dismiss ${one.file.name}`}
              onClick={() => uploads.dismiss(one)}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
