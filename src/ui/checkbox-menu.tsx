import { Check, ChevronDown } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useDismiss } from './use-dismiss.ts';

/** One choice of a list: `count` is how many results it leads to. */
export interface CheckboxOption {
  value: string;
  label: string;
  count?: number | undefined;
}

/** Props of {@link CheckboxList} and {@link CheckboxMenu}. */
export interface CheckboxListProps {
  /** What is being chosen: 'Colour'. */
  label: string;
  options: readonly CheckboxOption[];
  chosen: readonly string[];
  /** The values that are chosen after the change, in the options' order. */
  onChange: (chosen: string[]) => void;
}

const countFormat = new Intl.NumberFormat('en-IN');

/** A group of checkboxes with counts, for a sheet or a menu's panel. */
export function CheckboxList({ label, options, chosen, onChange }: CheckboxListProps) {
  const toggle = (value: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(value);
    else next.delete(value);
    onChange(options.map((option) => option.value).filter((each) => next.has(each)));
  };
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 text-sm hover:bg-paper-deep md:min-h-9"
        >
          <span className="relative inline-grid size-4.5 shrink-0 place-items-center">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
              className="peer size-4.5 cursor-pointer appearance-none rounded-sm border border-rule-strong bg-surface checked:border-teal checked:bg-teal"
            />
            <Check
              aria-hidden
              size={14}
              strokeWidth={3}
              className="pointer-events-none absolute hidden text-white peer-checked:block"
            />
          </span>
          <span className="min-w-0 grow">{option.label}</span>
          {option.count !== undefined && (
            <span className="text-xs text-ink-quiet tabular-nums">
              {countFormat.format(option.count)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** A quiet button that says what is chosen and opens its checkboxes below itself. */
export function CheckboxMenu({ label, options, chosen, onChange }: CheckboxListProps) {
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  const names = options.filter((option) => chosen.includes(option.value)).map((one) => one.label);
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className={classNames(
          'inline-flex h-11 max-w-72 items-center gap-2 rounded-control border px-4 text-sm transition-colors duration-150',
          names.length > 0
            ? 'border-teal bg-teal-pale text-teal-deep'
            : 'border-rule-strong bg-surface text-ink hover:border-ink',
        )}
      >
        <span className="truncate">
          {names.length > 0 ? `${label}: ${names.join(', ')}` : label}
        </span>
        <ChevronDown
          aria-hidden
          size={16}
          className={classNames('shrink-0', open && 'rotate-180')}
        />
      </button>
      <div
        id={panelId}
        hidden={!open}
        className="absolute top-full left-0 z-30 mt-2 max-h-96 w-72 overflow-y-auto overscroll-contain rounded-lg border border-rule bg-surface p-2 shadow-lg"
      >
        {open && (
          <CheckboxList label={label} options={options} chosen={chosen} onChange={onChange} />
        )}
      </div>
    </div>
  );
}
