import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { LookupEntry } from '#data/lookups.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

/** What a new color is before another is picked. */
export const FIRST_SWATCH = '#808080';

/** Props of {@link NameForm}. */
export interface NameFormProps {
  label: string;
  /** The name as it is. */
  start?: string;
  /** The button's word. */
  submit: string;
  busy: boolean;
  /** What is wrong with a name, null when nothing is. */
  problemOf: (name: string) => string | null;
  /** The swatch as it is, null for many colors; left out where the list has none. */
  swatch?: string | null | undefined;
  onSubmit: (entry: LookupEntry) => void;
  /** With it the field is focused at once, and Escape gives up. */
  onCancel?: () => void;
}

/** One name to add or change, with its swatch where the list has them. */
export function NameForm({
  label,
  start = '',
  submit,
  busy,
  problemOf,
  swatch,
  onSubmit,
  onCancel,
}: NameFormProps) {
  const [name, setName] = useState(start);
  const [hex, setHex] = useState(swatch);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isInPlace = onCancel !== undefined;
  useEffect(() => {
    if (isInPlace) field.current?.select();
  }, [isInPlace]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = problemOf(name.trim());
    setProblem(wrong ?? '');
    if (wrong) field.current?.focus();
    else if (name.trim() === start && hex === swatch) onCancel?.();
    else onSubmit({ label: name.trim(), ...(hex === undefined ? {} : { hex }) });
  };
  return (
    <form noValidate onSubmit={save} className="pt-2">
      <div className="flex items-start gap-2">
        <TextField
          ref={field}
          label={label}
          className="min-w-0 grow"
          value={name}
          error={problem || undefined}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setProblem('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onCancel) return;
            // why: Escape would close the dialog.
            event.preventDefault();
            onCancel();
          }}
        />
        <div className="flex gap-1 pt-7">
          <Button type="submit" variant="secondary" busy={busy}>
            {busy ? 'saving...' : submit}
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              cancel
            </Button>
          )}
        </div>
      </div>
      {hex !== undefined && <SwatchFields hex={hex} onChange={setHex} />}
    </form>
  );
}

/** The color picked last stays while "many colors" is tried. */
function SwatchFields({
  hex,
  onChange,
}: {
  hex: string | null;
  onChange: (hex: string | null) => void;
}) {
  const [picked, setPicked] = useState(hex ?? FIRST_SWATCH);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-5 text-sm">
      <label className="flex min-h-11 items-center gap-2">
        swatch
        <input
          type="color"
          value={picked}
          disabled={hex === null}
          onChange={(event) => {
            setPicked(event.target.value);
            onChange(event.target.value);
          }}
          className="h-9 w-14 cursor-pointer rounded-sm border border-rule-strong bg-surface p-0.5 disabled:cursor-default disabled:opacity-40"
        />
      </label>
      <label className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          checked={hex === null}
          onChange={(event) => onChange(event.target.checked ? null : picked)}
          className="size-4.5 cursor-pointer accent-teal"
        />
        many colors
      </label>
    </div>
  );
}
