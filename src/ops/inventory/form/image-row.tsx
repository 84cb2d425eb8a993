import { ArrowUp, Crop, Trash2, Undo2, X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { MoveHandle } from '../../kit/forms/move-handle.tsx';
import { ImagePreview } from './image-preview.tsx';
import type { ImageField, ItemFormReturn, Uploads } from './use-uploads.ts';

export interface ImageRowProps {
  field: ImageField;
  at: number;
  form: ItemFormReturn;
  uploads: Uploads;
  withPreview: boolean;
  /** Whether the row can be moved: several pictures, and no upload is running. */
  isMovable: boolean;
  /** Moves the picture by this many places, by key. */
  onMove: (by: number) => void;
  onDragStart: () => void;
  /** The pointer that drags the row is at this height of the window. */
  onDrag: (clientY: number) => void;
  onEdit: () => void;
}

/** One picture of an item: its URL, its preview, and what can be done with it. */
export function ImageRow({ field, at, form, uploads, withPreview, ...order }: ImageRowProps) {
  const { field: input, fieldState } = useController({ control: form.control, name: field });
  const address = String(input.value ?? '').trim();
  const { url, alt, focus } = readPictureAddress(address);
  const part = uploads.parts[field];
  const place = at + 1;
  return (
    <div className="flex items-start gap-3">
      {address && order.isMovable && (
        <MoveHandle
          label={`Move image ${place}: drag it, or use the arrow keys`}
          className="mt-[1.7rem] h-11"
          onMove={order.onMove}
          onDragStart={order.onDragStart}
          onDrag={order.onDrag}
        />
      )}
      <div className="relative min-w-0 grow">
        <TextField
          {...input}
          // why: the details that staff set are shown in the editor, not in the link.
          value={url}
          label={`Image URL ${place}`}
          // why not the type: a stored picture has a path, which browsers take for an invalid address.
          inputMode="url"
          autoComplete="off"
          optional
          hint={[alt && `“${alt}”`, focus && 'with a focal point'].filter(Boolean).join(', ')}
          error={fieldState.error?.message}
        />
        {address && (
          <span className="absolute -top-2 right-0 flex max-sm:static max-sm:-mt-3 max-sm:mb-2 max-sm:justify-end">
            {uploads.canUndo(field) && (
              <Button
                variant="quiet"
                size="sm"
                iconOnly
                aria-label={`Undo the edit of image ${place}`}
                onClick={() => uploads.undo(field)}
              >
                <Undo2 aria-hidden size={16} />
              </Button>
            )}
            <Button
              variant="quiet"
              size="sm"
              iconOnly
              aria-label={`Edit image ${place}`}
              onClick={order.onEdit}
            >
              <Crop aria-hidden size={16} />
            </Button>
            {at > 0 && (
              <Button
                variant="quiet"
                size="sm"
                iconOnly
                aria-label={`Move image ${place} up`}
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
              aria-label={`Remove image ${place}`}
              onClick={() => uploads.remove(field)}
            >
              <Trash2 aria-hidden size={16} />
            </Button>
          </span>
        )}
        {part !== undefined && (
          <>
            <Button
              variant="quiet"
              size="sm"
              iconOnly
              className="absolute -top-2 right-0 max-sm:-top-3"
              aria-label={`Cancel uploading image ${place}`}
              onClick={() => uploads.cancel(field)}
            >
              <X aria-hidden size={16} />
            </Button>
            <progress
              aria-label={`${part === null ? 'Preparing' : 'Uploading'} image ${place}`}
              max={1}
              value={part ?? undefined}
              className="absolute bottom-1 left-0 h-2 w-full accent-teal"
            />
          </>
        )}
      </div>
      {withPreview && <ImagePreview key={address} url={address} />}
    </div>
  );
}
