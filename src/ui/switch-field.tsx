import { useId } from 'react';
import { Switch, type SwitchProps } from './switch.tsx';

/** A switch in a form, with label and hint. */
export function SwitchField({ label, hint, checked, onChange }: SwitchProps & { hint: string }) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <Switch id={id} label={label} checked={checked} onChange={onChange} />
      <label htmlFor={id} className="grow cursor-pointer">
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-ink-quiet">{hint}</span>
      </label>
    </div>
  );
}
