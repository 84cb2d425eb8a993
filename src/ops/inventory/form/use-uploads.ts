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

/** One of the places for pictures. */
export type ImageField = (typeof IMAGE_FIELDS)[number];

/** The pictures that are on their way into a form, and what may be done with its pictures. */
export interface Uploads {
  /**
   * The part that is sent, 0 to 1, by the place where the picture will stand; null while it is made
   * smaller.
   */
  parts: Readonly<Partial<Record<ImageField, number | null>>>;
  isRunning: boolean;
  /** Sends pictures to the places that are free; says how many found none. */
  add: (files: readonly File[]) => void;
  remove: (field: ImageField) => void;
  /** Puts a picture one place further to the front. */
  moveUp: (field: ImageField) => void;
}

/** Uploads pictures of an item, several at once, into its form. */
export function useUploads(kind: InventoryKind, form: ItemFormReturn): Uploads {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [parts, setParts] = useState<Uploads['parts']>({});
  // why: two choices in a row must not meet at one manager.
  const taken = useRef(new Set<ImageField>());
  const uploaded = useRef(new Set<string>());

  const send = async (field: ImageField, file: File) => {
    taken.current.add(field);
    const tell = (part: number | null) => setParts((before) => ({ ...before, [field]: part }));
    tell(null);
    try {
      const picture = await shrinkPicture(file);
      tell(0);
      const url = await uploadPicture(api, backend, kind.table, picture, tell);
      uploaded.current.add(url);
      form.setValue(field, url, { shouldValidate: true });
    } catch (error) {
      notifyFailure(
        'Error uploading picture',
        error instanceof Error ? error : new Error(file.name),
      );
    }
    taken.current.delete(field);
    setParts(({ [field]: _done, ...others }) => others);
  };
  const put = (field: ImageField, url: string) => {
    form.setValue(field, url, { shouldValidate: true });
  };
  return {
    parts,
    isRunning: Object.keys(parts).length > 0,
    add: (files) => {
      const free = IMAGE_FIELDS.filter(
        (field) => !form.getValues(field) && !taken.current.has(field),
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
      put(field, '');
      // why only its own: other items may show a picture that is saved.
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
      put(field, String(there));
      put(before, String(here));
    },
  };
}
