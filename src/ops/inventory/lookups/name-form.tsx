import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { LookupEntry } from '#data/stock/lookups.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { checkedBy, useCheckedForm } from '../../kit/forms/use-checked-form.ts';

/** Initial swatch of a new colour. */
export const FIRST_SWATCH = '#808080';

export interface NameFormProps {
  label: string;
  /** Current name. */
  start?: string;
  /** Label of the submit button. */
  submit: string;
  busy: boolean;
  /** Returns what is wrong with a name, or null. */
  problemOf: (name: string) => string | null;
  /** Current swatch, null for many colours; undefined if the lookup has no swatches. */
  swatch?: string | null | undefined;
  onSubmit: (entry: LookupEntry) => void;
  /** Focuses the field on mount. */
  isFocused?: boolean;
  /** If given, the field is focused on mount and Escape cancels. */
  onCancel?: () => void;
}

/** Form to add or rename a lookup value, with its swatch if the lookup has them. */
export function NameForm({
  label,
  start = '',
  submit,
  busy,
  problemOf,
  swatch,
  onSubmit,
  isFocused = false,
  onCancel,
}: NameFormProps) {
  const [hex, setHex] = useState(swatch);
  const { form, field } = useCheckedForm(
    z.object({ name: z.string().check(z.trim(), checkedBy(problemOf)) }),
    {
      defaultValues: { name: start },
      whileTyping: 'clear',
    },
  );
  const { setFocus } = form;
  const isSelected = isFocused || onCancel !== undefined;
  useEffect(() => {
    if (isSelected) setFocus('name', { shouldSelect: true });
  }, [isSelected, setFocus]);
  const save = form.handleSubmit(({ name }) => {
    if (busy) return;
    if (name === start && hex === swatch) onCancel?.();
    else onSubmit({ label: name, ...(hex === undefined ? {} : { hex }) });
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="pt-2">
      <div className="flex items-start gap-2">
        <TextField
          {...field('name')}
          label={label}
          className="min-w-0 grow"
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onCancel) return;
            // why: Escape would also close the dialog.
            event.preventDefault();
            onCancel();
          }}
        />
        <div className="flex gap-1 pt-7">
          <Button type="submit" variant="secondary" busy={busy}>
            {busy ? 'Saving...' : submit}
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </div>
      {hex !== undefined && <SwatchFields hex={hex} onChange={setHex} />}
    </form>
  );
}

/** Swatch input; keeps the last colour while "many colors" is checked. */
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
