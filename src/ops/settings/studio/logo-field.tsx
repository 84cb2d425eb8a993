import { useRouteContext } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { Trash2, Upload } from 'lucide-react';
import { uploadPicture } from '#data/pictures.ts';
import type { SettingPicture } from '#domain/settings/site.ts';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link LogoField}. */
export interface LogoFieldProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: SettingPicture;
  onChange: (value: SettingPicture) => void;
}

/** A picture of the studio itself, uploaded to the folder `site` of the catalogue's pictures. */
export function LogoField({ label, hint, error, value, onChange }: LogoFieldProps) {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const chooser = useRef<HTMLInputElement>(null);
  const id = useId();
  const [part, setPart] = useState<number | null>(null);
  const [refused, setRefused] = useState('');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setRefused('');
    setPart(0);
    try {
      onChange({ url: await uploadPicture(api, backend, 'site', file, setPart), alt: '' });
    } catch (failure) {
      setRefused((failure as Error).message);
    }
    setPart(null);
  };
  const problem = refused || error;
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value.url && (
          <img
            src={(backend.config.url ?? '') + value.url}
            alt="The logo"
            className="h-11 max-w-40 rounded-md border border-rule bg-white object-contain p-1"
          />
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={part !== null}
          onClick={() => chooser.current?.click()}
        >
          <Upload aria-hidden size={16} />
          {part === null ? 'upload a logo' : `uploading ${Math.round(part * 100)}%`}
        </Button>
        {value.url && (
          <Button variant="quiet" size="sm" onClick={() => onChange({ url: null, alt: '' })}>
            <Trash2 aria-hidden size={16} />
            remove
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label="Choose a logo"
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
        {problem || hint}
      </p>
    </div>
  );
}
