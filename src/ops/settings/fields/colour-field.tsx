import type { ComponentProps } from 'react';
import { TextField } from '#ui/field.tsx';

export interface ColourFieldProps extends ComponentProps<typeof TextField> {
  value: string;
  /** Called with `#rrggbb` of the browser's colour picker. */
  onPick: (colour: string) => void;
}

/** The site's teal, which the picker shows while no colour is set. */
const TEAL = '#00736e';

/** A colour, typed or picked. */
export function ColourField({ onPick, value, label, ...field }: ColourFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <TextField {...field} label={label} value={value} className="grow" />
      <input
        type="color"
        aria-label={`${label}: pick`}
        value={/^#[\da-f]{6}$/i.test(value) ? value : TEAL}
        onChange={(event) => onPick(event.target.value)}
        className="mt-[1.7rem] h-11 w-14 shrink-0 cursor-pointer rounded-field border border-rule-strong bg-surface p-1"
      />
    </div>
  );
}
