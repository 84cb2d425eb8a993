import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '#ui/field.tsx';
import type { StudioValues } from './use-studio-form.ts';

/** Props of {@link ColourField}. */
export interface ColourFieldProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  autoComplete: string;
  name: `${string}.${string}`;
  form: UseFormReturn<StudioValues>;
}

/** The site's teal, which the picker shows while no colour is set. */
const TEAL = '#00736e';

/** A colour, typed or picked. */
export function ColourField({ name, form, label, ...field }: ColourFieldProps) {
  const watched = form.watch(name);
  const typed = typeof watched === 'string' ? watched : '';
  return (
    <div className="flex items-start gap-3">
      <TextField {...field} {...form.register(name)} label={label} optional className="grow" />
      <input
        type="color"
        aria-label={`${label}: pick`}
        value={/^#[\da-f]{6}$/i.test(typed) ? typed : TEAL}
        onChange={(event) =>
          form.setValue(name, event.target.value, { shouldValidate: true, shouldDirty: true })
        }
        className="mt-[1.7rem] h-11 w-14 shrink-0 cursor-pointer rounded-field border border-rule-strong bg-surface p-1"
      />
    </div>
  );
}
