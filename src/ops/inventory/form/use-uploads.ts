import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { removePicture, uploadPicture } from '#data/pictures.ts';
import { IMAGE_FIELDS } from '#domain/inventory/fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import type { ItemFormReturn } from './item-fields.tsx';
import { shrinkPicture } from './shrink-picture.ts';

/** One of the picture fields. */
export type ImageField = (typeof IMAGE_FIELDS)[number];

/** Uploads into an item form, and actions on its pictures. */
export interface Uploads {
  /**
   * Uploaded share, 0 to 1, by target field; null while the picture is being shrunk.
   */
  parts: Readonly<Partial<Record<ImageField, number | null>>>;
  isRunning: boolean;
  /** Uploads files into the free fields; notifies of files left over. */
  add: (files: readonly File[]) => void;
  remove: (field: ImageField) => void;
  /** Swaps a picture with the one before it. */
  moveUp: (field: ImageField) => void;
}

/** Uploads pictures into an item's form, several in parallel. */
export function useUploads(kind: InventoryKind, form: ItemFormReturn): Uploads {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [parts, setParts] = useState<Uploads['parts']>({});
  // why a ref: a second selection must see fields reserved by the first before it renders.
  const reserved = useRef(new Set<ImageField>());
  const uploaded = useRef(new Set<string>());

  const send = async (field: ImageField, file: File) => {
    reserved.current.add(field);
    const setPart = (part: number | null) => setParts((before) => ({ ...before, [field]: part }));
    setPart(null);
    try {
      const picture = await shrinkPicture(file);
      setPart(0);
      const url = await uploadPicture(api, backend, kind.table, picture, setPart);
      uploaded.current.add(url);
      form.setValue(field, url, { shouldValidate: true });
    } catch (error) {
      notifyFailure(
        'Error uploading picture',
        error instanceof Error ? error : new Error(file.name),
      );
    }
    reserved.current.delete(field);
    setParts(({ [field]: _done, ...others }) => others);
  };
  const setUrl = (field: ImageField, url: string) => {
    form.setValue(field, url, { shouldValidate: true });
  };
  return {
    parts,
    isRunning: Object.keys(parts).length > 0,
    add: (files) => {
      const free = IMAGE_FIELDS.filter(
        (field) => !form.getValues(field) && !reserved.current.has(field),
      );
      free.forEach((field, at) => {
        const file = files[at];
        if (file) void send(field, file);
      });
      const over = files.length - free.length;
      if (over > 0) {
        notify.info(`An item has up to ${IMAGE_FIELDS.length} pictures`, {
          description: over === 1 ? '1 picture was left out.' : `${over} pictures were left out.`,
        });
      }
    },
    remove: (field) => {
      const url = String(form.getValues(field));
      setUrl(field, '');
      // why only these: a saved picture may be used by other items.
      if (uploaded.current.has(url)) {
        removePicture(api, url).catch((error: Error) =>
          notifyFailure('Error removing picture', error),
        );
      }
    },
    moveUp: (field) => {
      const before = IMAGE_FIELDS[IMAGE_FIELDS.indexOf(field) - 1];
      if (!before) return;
      const [here, there] = [form.getValues(field), form.getValues(before)];
      setUrl(field, String(there));
      setUrl(before, String(here));
    },
  };
}
