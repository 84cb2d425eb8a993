import { classNames } from './class-names.ts';

export interface SwitchProps {
  /** Accessible name. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  id?: string;
  /** Id of its description. */
  describedBy?: string | undefined;
}

/** An on/off switch that takes effect at once; 24 px high, with a larger target on touch. */
export function Switch({ label, checked, onChange, id, describedBy }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      aria-checked={checked}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
      className={classNames(
        'relative inline-block h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-rule-strong align-middle transition-colors duration-150 checked:bg-teal',
        'before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:before:translate-x-4',
        'pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
        // why the browser's own box: forced colours paint track and knob alike.
        'forced-colors:appearance-auto forced-colors:before:hidden',
      )}
    />
  );
}
