import { useRouteContext } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { Crop, Trash2, Upload } from 'lucide-react';
import type { SettingPicture } from '#domain/settings/setting-picture.ts';
import { pictureSources } from '#data/catalogue/images.ts';
import { uploadPicture } from '#data/stock/pictures.ts';
import type { PictureDetails } from '#domain/catalogue/picture-address.ts';
import { Button } from '#ui/button.tsx';
import { shrinkPicture } from '../../pictures/shrink-picture.ts';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface PictureFieldProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: SettingPicture;
  onChange: (value: SettingPicture) => void;
  editor: PictureEditor;
}

/** Folder of the catalogue's bucket for pictures of the site. */
const FOLDER = 'site';

/** A picture of the site: uploaded, cropped and described. */
export function PictureField({ label, hint, error, value, onChange, editor }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const id = useId();
  const { part, refusal, upload } = useUpload((url) => onChange({ url, alt: '' }));
  const problem = refusal || error;
  const edit = (url: string) =>
    editor.open({
      picture: { ...detailsOf(value), url },
      title: label,
      folder: FOLDER,
      usualAlt: 'no text, for a picture that only decorates',
      onSave: (picture) => onChange(settingOf(picture)),
    });
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Thumbnail {...value} />
        <Button
          variant="secondary"
          size="sm"
          busy={part !== null}
          onClick={() => chooser.current?.click()}
        >
          <Upload aria-hidden size={16} />
          {part === null ? 'Upload' : `Uploading ${Math.round(part * 100)}%`}
        </Button>
        {value.url && (
          <>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Edit ${label}`}
              onClick={() => value.url && edit(value.url)}
            >
              <Crop aria-hidden size={16} />
              Edit
            </Button>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Remove ${label}`}
              onClick={() => onChange({ url: null, alt: '' })}
            >
              <Trash2 aria-hidden size={16} />
              Remove
            </Button>
          </>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={`Choose a file: ${label}`}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`mt-1 min-h-[1.4em] text-xs ${problem ? 'text-red' : 'text-ink-quiet'}`}
      >
        {problem || noteOf(value, hint)}
      </p>
    </div>
  );
}

function Thumbnail({ url, alt, focus }: SettingPicture) {
  const { backend } = useRouteContext({ from: '__root__' });
  if (!url) return null;
  const isStored = url.startsWith('/storage/');
  const origin = isStored ? (backend.config.url ?? '') : '';
  const { src } = pictureSources(url, { origin, widths: [240] });
  return (
    <img
      src={src}
      alt={alt || 'The picture'}
      style={focus && { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
      className="h-11 max-w-40 min-w-11 rounded-md border border-rule bg-white object-cover"
    />
  );
}

const noteOf = ({ url, alt }: SettingPicture, hint: string | undefined) => {
  if (url && alt) return `“${alt}”`;
  return hint;
};

/** As the picture editor has it: focal point in per cent. */
const detailsOf = ({ url, alt, focus }: SettingPicture): PictureDetails => ({
  url: url ?? '',
  alt: alt || null,
  focus: focus ? { x: focus.x * 100, y: focus.y * 100 } : null,
});

/** As a setting has it: focal point as shares. */
const settingOf = ({ url, alt, focus }: PictureDetails): SettingPicture => ({
  url,
  alt: alt ?? '',
  ...(focus && { focus: { x: focus.x / 100, y: focus.y / 100 } }),
});

/** Uploads a picture: its progress (0 to 1, null while none is running), and why the last one was refused. */
function useUpload(onUploaded: (url: string) => void) {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const [part, setPart] = useState<number | null>(null);
  const [refusal, setRefusal] = useState('');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setRefusal('');
    setPart(0);
    try {
      onUploaded(await uploadPicture(api, backend, FOLDER, await shrinkPicture(file), setPart));
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : 'The picture was not uploaded.');
    }
    setPart(null);
  };
  return { part, refusal, upload };
}
