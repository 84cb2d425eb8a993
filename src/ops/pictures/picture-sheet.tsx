import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pictureSources } from '#data/catalogue/images.ts';
import { uploadPicture } from '#data/stock/pictures.ts';
import type { FocalPoint, PictureDetails } from '#domain/catalogue/picture-address.ts';
import { LONGEST_ALT } from '#domain/inventory/write-picture-address.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CropField } from './crop-field.tsx';
import { FocalPointField } from './focal-point-field.tsx';
import {
  drawPart,
  drawTurned,
  fileOf,
  loadPicture,
  WHOLE,
  type LoadedPicture,
  type PicturePart,
} from './redraw-picture.ts';

/** A picture to edit. */
export interface PictureRequest {
  picture: PictureDetails;
  /** Title of the sheet. */
  title: string;
  /** Folder in the bucket for a cropped or turned picture: the kind's table, or `site`. */
  folder: string;
  /** Alternative text where staff enter none. */
  usualAlt: string;
  /**
   * Receives the edited picture. A cropped or turned one has a new URL; the picture it was made from
   * remains.
   */
  onSave: (picture: PictureDetails) => void;
}

export interface PictureSheetProps extends PictureRequest {
  open: boolean;
  onClose: () => void;
}

const MODES = [
  { mode: 'crop', label: 'Crop and turn' },
  { mode: 'focus', label: 'Focal point' },
] as const;

/** Crops and turns a picture, and sets its focal point and alternative text. */
export function PictureSheet({ open, onClose, ...request }: PictureSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={request.title}>
      {open && <PictureForm {...request} onClose={onClose} />}
    </Sheet>
  );
}

function PictureForm({
  picture,
  folder,
  usualAlt,
  onSave,
  onClose,
}: PictureRequest & { onClose: () => void }) {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [mode, setMode] = useState<'crop' | 'focus'>('crop');
  const [edit, setEdit] = useState<Redrawing>(UNCHANGED);
  const [focus, setFocus] = useState<FocalPoint | null>(picture.focus);
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const { src, plain = src } = pictureSources(picture.url, {
    origin: backend.config.url ?? '',
    widths: [800],
  });
  const loaded = useLoadedPicture(plain);
  const isFocusMode = mode === 'focus';
  // why a memo: drawing takes too long to do it for each step of the focal point.
  const preview = useMemo(
    () => (isFocusMode ? redraw(loaded, edit)?.canvas.toDataURL('image/jpeg', 0.7) : undefined),
    [isFocusMode, loaded, edit],
  );
  const closing = useClosing();
  const isClosed = () => closing.current?.signal.aborted ?? false;
  const save = async () => {
    setFailure('');
    const redrawn = redraw(loaded, edit);
    let { url } = picture;
    if (redrawn) {
      setSent(0);
      try {
        const file = await fileOf(redrawn.canvas, redrawn.type);
        url = await uploadPicture(api, backend, folder, file, setSent, closing.current?.signal);
      } catch (error) {
        if (isClosed()) return;
        setSent(null);
        setFailure(error instanceof Error ? error.message : 'The picture could not be saved.');
        return;
      }
    }
    if (isClosed()) return;
    onSave({ url, alt: alt.trim() || null, focus });
    onClose();
  };
  const undo = () => {
    setEdit(UNCHANGED);
    setFocus(picture.focus);
    setAlt(picture.alt ?? '');
  };
  const isChanged = isRedrawn(edit) || focus !== picture.focus || alt !== (picture.alt ?? '');
  return (
    <div className="grid gap-5">
      <div role="group" aria-label="Edit" className="flex flex-wrap gap-2">
        {MODES.map((one) => (
          <Button
            key={one.mode}
            size="sm"
            variant={mode === one.mode ? 'primary' : 'secondary'}
            aria-pressed={mode === one.mode}
            onClick={() => setMode(one.mode)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      {isFocusMode && <FocalPointField src={preview ?? src} focus={focus} onChange={setFocus} />}
      {mode === 'crop' && typeof loaded === 'object' && (
        <CropField
          loaded={loaded}
          {...edit}
          onChange={(next) => {
            setEdit(next);
            // why: the point belongs to the picture before it was cropped or turned.
            setFocus(null);
          }}
        />
      )}
      {mode === 'crop' && loaded === 'loading' && <Skeleton className="aspect-4/3 w-full" />}
      {mode === 'crop' && loaded === 'failed' && (
        <p role="alert" className="rounded-md bg-amber-pale px-4 py-3 text-sm">
          The picture could not be loaded to crop or turn it. If it is on another site, save it on
          this device and upload it.
        </p>
      )}
      <TextField
        label="Alternative text"
        hint={`For visitors who cannot see the picture. Empty: “${usualAlt}”.`}
        optional
        maxLength={LONGEST_ALT}
        autoComplete="off"
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      {failure && (
        <p role="alert" className="text-sm text-red">
          {failure} Nothing was changed. Try again.
        </p>
      )}
      {sent !== null && (
        <progress
          aria-label="Uploading the picture"
          max={1}
          value={sent}
          className="h-2 w-full accent-teal"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={sent !== null} onClick={() => sent === null && void save()}>
          {sent === null ? 'Use picture' : 'Uploading...'}
        </Button>
        <Button variant="quiet" disabled={!isChanged} onClick={undo}>
          Undo
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The crop of a picture, after its quarter turns clockwise. */
interface Redrawing {
  turns: number;
  part: PicturePart;
}

const UNCHANGED: Redrawing = { turns: 0, part: WHOLE };

const isRedrawn = ({ turns, part }: Redrawing) =>
  turns > 0 || part.width < WHOLE.width || part.height < WHOLE.height;

/** The cropped and turned picture, and the type it is saved as; null for an unchanged one. */
function redraw(loaded: LoadedPicture | 'loading' | 'failed', edit: Redrawing) {
  if (typeof loaded === 'string' || !isRedrawn(edit)) return null;
  const turned = document.createElement('canvas');
  drawTurned(loaded.bitmap, edit.turns, turned);
  return { canvas: drawPart(turned, edit.part), type: loaded.type };
}

/** Aborted once the form is closed, so that an upload that was cancelled changes nothing. */
function useClosing() {
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    closing.current = stop;
    return () => stop.abort();
  }, []);
  return closing;
}

function useLoadedPicture(url: string): LoadedPicture | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<LoadedPicture | 'loading' | 'failed'>('loading');
  useEffect(() => {
    const stop = new AbortController();
    loadPicture(url, stop.signal).then(setLoaded, () => {
      if (!stop.signal.aborted) setLoaded('failed');
    });
    return () => stop.abort();
  }, [url]);
  return loaded;
}
