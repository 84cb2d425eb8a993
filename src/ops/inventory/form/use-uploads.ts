import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Failure } from '#data/core/failure.ts';
import { removePicture, uploadPicture } from '#data/stock/pictures.ts';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import { IMAGE_FIELDS } from '#domain/inventory/fields.ts';
import type {
  InventoryKind,
  ItemColumns,
  ItemFormValues,
} from '#domain/inventory/inventory-kind.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { shrinkPicture } from '../../pictures/shrink-picture.ts';

/** React Hook Form instance of an item form. */
export type ItemFormReturn = UseFormReturn<ItemFormValues, unknown, ItemColumns>;

/** One of the picture fields. */
export type ImageField = (typeof IMAGE_FIELDS)[number];

/** A picture that was not uploaded. */
export interface FailedUpload {
  key: number;
  file: File;
  message: string;
  /** Whether sending it again may help; false for a file that is no picture. */
  mayRetry: boolean;
}

/** Uploads into an item form, and actions on its pictures. */
export interface Uploads {
  /**
   * Uploaded share, 0 to 1, by target field; null while the picture is being shrunk.
   */
  parts: Readonly<Partial<Record<ImageField, number | null>>>;
  isRunning: boolean;
  failed: readonly FailedUpload[];
  /** Uploads files into the free fields; notifies of files left over. */
  add: (files: readonly File[]) => void;
  cancel: (field: ImageField) => void;
  retry: (failed: FailedUpload) => void;
  dismiss: (failed: FailedUpload) => void;
  /** Replaces a picture by an edited one; {@link Uploads.undo} restores it until the item is saved. */
  replace: (field: ImageField, url: string) => void;
  canUndo: (field: ImageField) => boolean;
  undo: (field: ImageField) => void;
  remove: (field: ImageField) => void;
  /** Swaps a picture with the one before it. */
  moveUp: (field: ImageField) => void;
  /** Moves a picture among the filled fields to the place of another. */
  moveTo: (field: ImageField, target: ImageField) => void;
  /** Deletes the pictures uploaded in this form that the item does not have after all. */
  cleanUp: (saved: readonly string[]) => void;
}

/** Uploads pictures into an item's form, several in parallel. */
export function useUploads(kind: InventoryKind, form: ItemFormReturn): Uploads {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [parts, setParts] = useState<Uploads['parts']>({});
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  // why refs: a second selection must see fields reserved by the first before it renders.
  const running = useRef(new Map<ImageField, AbortController>());
  const uploaded = useRef(new Set<string>());
  const originals = useRef(new Map<string, string>());
  const lastKey = useRef(0);

  const urlOf = (field: ImageField) => String(form.getValues(field) ?? '');
  const setUrl = (field: ImageField, url: string) => {
    form.setValue(field, url, { shouldValidate: true });
  };
  const send = async (field: ImageField, file: File) => {
    const stop = new AbortController();
    running.current.set(field, stop);
    const setPart = (part: number | null) => setParts((before) => ({ ...before, [field]: part }));
    setPart(null);
    try {
      const picture = await shrinkPicture(file);
      setPart(0);
      const url = await uploadPicture(api, backend, kind.table, picture, setPart, stop.signal);
      uploaded.current.add(url);
      setUrl(field, url);
    } catch (error) {
      const known = error instanceof Error ? error : new Error(file.name);
      if (!stop.signal.aborted) {
        const failure = { key: ++lastKey.current, file, message: known.message };
        setFailed((before) => [...before, { ...failure, mayRetry: mayRetry(known) }]);
      }
    }
    running.current.delete(field);
    setParts(({ [field]: _done, ...others }) => others);
  };
  const freeFields = () =>
    IMAGE_FIELDS.filter((field) => !urlOf(field) && !running.current.has(field));
  const add = (files: readonly File[]) => {
    const free = freeFields();
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
  };
  const dismiss = ({ key }: FailedUpload) =>
    setFailed((before) => before.filter((one) => one.key !== key));
  const retry = (one: FailedUpload) => {
    // why: without a free field the file stays, until another picture is removed.
    if (freeFields().length > 0) dismiss(one);
    add([one.file]);
  };
  const retryAll = useEffectEvent(() => {
    for (const one of failed.filter(({ mayRetry }) => mayRetry)) retry(one);
  });
  useEffect(() => {
    const onOnline = () => retryAll();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const stop of current.values()) stop.abort();
    };
  }, []);
  return {
    parts,
    isRunning: Object.keys(parts).length > 0,
    failed,
    add,
    cancel: (field) => running.current.get(field)?.abort(),
    retry,
    dismiss,
    replace: (field, url) => {
      const original = urlOf(field);
      if (original === url) return;
      if (!isSamePicture(original, url)) uploaded.current.add(url);
      originals.current.set(url, original);
      setUrl(field, url);
    },
    canUndo: (field) => originals.current.has(urlOf(field)),
    undo: (field) => setUrl(field, originals.current.get(urlOf(field)) ?? urlOf(field)),
    remove: (field) => setUrl(field, ''),
    moveUp: (field) => {
      const before = IMAGE_FIELDS[IMAGE_FIELDS.indexOf(field) - 1];
      if (!before) return;
      const [here, there] = [urlOf(field), urlOf(before)];
      setUrl(field, there);
      setUrl(before, here);
    },
    moveTo: (field, target) => {
      const filled = IMAGE_FIELDS.filter((one) => urlOf(one));
      const urls = filled.map(urlOf);
      const [moved = ''] = urls.splice(filled.indexOf(field), 1);
      urls.splice(filled.indexOf(target), 0, moved);
      filled.forEach((one, at) => setUrl(one, urls[at] ?? ''));
    },
    cleanUp: (saved) => {
      for (const url of uploaded.current) {
        // why only these: a picture of a saved item may be used by other items.
        if (!saved.some((address) => isSamePicture(address, url))) {
          removePicture(api, url).catch((error: Error) =>
            notifyFailure('Error removing picture', error),
          );
        }
      }
      uploaded.current.clear();
      originals.current.clear();
    },
  };
}

/** Whether the upload may work later: nothing was answered, or the server was busy. */
function mayRetry(error: Error): boolean {
  if (!(error instanceof Failure)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

const isSamePicture = (address: string, other: string) =>
  readPictureAddress(address).url === readPictureAddress(other).url;
