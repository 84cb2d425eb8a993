import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Camera, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { returnPhotosQuery, uploadReturnPhoto } from '#data/desk.ts';
import { MOST_PHOTOS } from '#domain/desk/desk-counts.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { shrinkPicture } from '../inventory/form/shrink-picture.ts';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';
import type { LineConditionProps } from './line-condition.tsx';

/** Photos of a returned line: made with the camera on a phone, uploaded at once. */
export function LinePhotos({ line, entry, orderId, onChange }: LineConditionProps) {
  const { photos = [] } = entry;
  const { sending, failed, add, retry } = usePhotoUploads(orderId, (name) =>
    onChange({ photos: [...photos, name].slice(0, MOST_PHOTOS) }),
  );
  const isFull = photos.length + sending >= MOST_PHOTOS;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Photos
        names={photos}
        label={`Photo of ${line.name}`}
        onRemove={(name) => onChange({ photos: photos.filter((one) => one !== name) })}
      />
      {!isFull && (
        <label
          className={`${buttonClass({ variant: 'secondary', size: 'sm' })} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-teal`}
        >
          <Camera aria-hidden size={16} />
          {sending > 0 ? 'uploading...' : 'Add photo'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={`Add photo of ${line.name}`}
            className="sr-only"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </label>
      )}
      {failed.length > 0 && (
        <p role="alert" className="flex items-center gap-2 text-sm text-red">
          {failed.length === 1
            ? 'A photo was not uploaded.'
            : `${failed.length} photos were not uploaded.`}
          <Button variant="quiet" size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function usePhotoUploads(orderId: string, onUploaded: (name: string) => void) {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [sending, setSending] = useState(0);
  const [failed, setFailed] = useState<File[]>([]);
  // why: other photos may have arrived while this one was on its way.
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  const send = async (file: File) => {
    setSending((before) => before + 1);
    try {
      latest.current(await uploadReturnPhoto(api, backend, orderId, await shrinkPicture(file)));
    } catch (error) {
      setFailed((before) => [...before, file]);
      notifyFailure(
        'Error uploading photo',
        error instanceof Error ? error : new Error('The photo could not be read.'),
      );
    }
    setSending((before) => before - 1);
  };
  const add = (files: readonly File[]) => {
    for (const file of files) void send(file);
  };
  const retry = () => {
    setFailed([]);
    add(failed);
  };
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    const onOnline = () => retryOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return { sending, failed, add, retry };
}

/** Props of {@link Photos}. */
export interface PhotosProps {
  names: readonly string[];
  /** Alternative text; the photos are numbered. */
  label: string;
  onRemove?: (name: string) => void;
}

/** Photos of the private bucket; each opens in full size. */
export function Photos({ names, label, onRemove }: PhotosProps) {
  const urls = useQuery(returnPhotosQuery(useStaffApi(), names)).data;
  return names.map((name, at) => {
    const url = urls?.get(name);
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
