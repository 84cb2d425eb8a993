import { useQuery } from '@tanstack/react-query';
import { Camera, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { returnPhotoName, returnPhotosQuery } from '#data/desk/desk.ts';
import { MOST_PHOTOS, type LineEntry } from '#domain/desk/desk-counts.ts';
import { MOST_WAITING_PHOTOS } from '#domain/desk/photo-queue.ts';
import type { DeskLine } from '#domain/desk/pick-list.ts';
import { buttonClass } from '#ui/button.tsx';
import { PictureRefusal, shrinkPicture } from '../pictures/shrink-picture.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import type { PhotoStore } from './photo-store.ts';
import { usePhotoStore } from './use-photo-store.ts';

/** A returned line and what was entered for it. */
export interface ReturnedLineProps {
  line: DeskLine;
  entry: LineEntry;
  orderId: string;
  onChange: (change: LineEntry) => void;
}

/**
 * Photos of a returned line, made with the camera on a phone. Each is stored in the browser and uploaded from there,
 * so that it survives a lost network and a reload.
 */
export function LinePhotos({ line, entry, orderId, onChange }: ReturnedLineProps) {
  const { photos = [] } = entry;
  const { store, photos: known } = usePhotoStore();
  const { adding, add } = useAddPhotos(store, orderId, (name) =>
    onChange({ photos: [...photos, name].slice(0, MOST_PHOTOS) }),
  );
  const refused = photos.find((name) => known.refused.has(name));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Photos
        names={photos}
        waiting={known.waiting}
        label={`Photo of ${line.name}`}
        onRemove={(name) => {
          onChange({ photos: photos.filter((one) => one !== name) });
          void store.drop(name);
        }}
      />
      {photos.length + adding < MOST_PHOTOS && (
        <label
          className={`${buttonClass({ variant: 'secondary', size: 'sm' })} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-teal`}
        >
          <Camera aria-hidden size={16} />
          Add photo
          <input
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={`Add photo of ${line.name}`}
            className="sr-only"
            onChange={({ currentTarget }) => {
              void add([...(currentTarget.files ?? [])].slice(0, MOST_PHOTOS - photos.length));
              currentTarget.value = '';
            }}
          />
        </label>
      )}
      <p role="alert" className="text-sm text-red empty:hidden">
        {refused &&
          `Photo ${photos.indexOf(refused) + 1} was refused: ${known.refused.get(refused)} Remove it.`}
      </p>
    </div>
  );
}

function useAddPhotos(store: PhotoStore, orderId: string, onAdded: (name: string) => void) {
  const [adding, setAdding] = useState(0);
  // why: other photos may have been added while this one was shrunk.
  const latest = useRef(onAdded);
  useEffect(() => {
    latest.current = onAdded;
  });
  const addOne = async (file: File) => {
    if (store.state().waiting.size >= MOST_WAITING_PHOTOS) throw new PictureRefusal(TOO_MANY);
    const picture = await shrinkPicture(file);
    const name = await returnPhotoName(orderId, picture);
    await store.add(name, picture).catch(() => {
      throw new PictureRefusal(NO_STORAGE);
    });
    latest.current(name);
  };
  const add = async (files: readonly File[]) => {
    setAdding(files.length);
    for (const file of files) {
      try {
        await addOne(file);
      } catch (error) {
        notifyFailure(
          'Error adding the photo',
          error instanceof Error ? error : new Error('The photo could not be read.'),
        );
      }
    }
    setAdding(0);
  };
  return { adding, add };
}

const TOO_MANY = `${MOST_WAITING_PHOTOS} photos wait for the connection already. Add this one when they are sent.`;
const NO_STORAGE =
  'This browser has no room for it. Free some storage, or leave private browsing, and add it again.';

export interface PhotosProps {
  names: readonly string[];
  /** Addresses of those that are not uploaded yet, by name. */
  waiting?: ReadonlyMap<string, string>;
  /** Alternative text; the photos are numbered. */
  label: string;
  onRemove?: (name: string) => void;
}

/** Photos of the private bucket; each opens in full size. */
export function Photos({ names, waiting, label, onRemove }: PhotosProps) {
  const stored = names.filter((name) => !waiting?.has(name));
  const urls = useQuery(returnPhotosQuery(useStaffApi(), stored)).data;
  return names.map((name, at) => {
    const url = waiting?.get(name) ?? urls?.get(name);
    return (
      <span key={name} className="relative block size-16 shrink-0">
        {url ? (
          <a href={url} target="_blank" rel="noreferrer" className="block size-16">
            <img
              src={url}
              alt={`${label}, ${at + 1}`}
              className="size-16 rounded-sm bg-paper-deep object-cover"
            />
          </a>
        ) : (
          <span className="block size-16 rounded-sm bg-paper-deep" />
        )}
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove ${label.toLowerCase()}, ${at + 1}`}
            onClick={() => onRemove(name)}
            className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-rule-strong bg-surface before:absolute before:-inset-2"
          >
            <X aria-hidden size={14} />
          </button>
        )}
      </span>
    );
  });
}
