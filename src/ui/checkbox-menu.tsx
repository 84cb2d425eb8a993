import { Check, ChevronDown } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { formatCount } from './count.ts';
import { useDismiss } from './use-dismiss.ts';

/** One option; `count` is how many results it leads to. */
export interface CheckboxOption {
  value: string;
  label: string;
  count?: number | undefined;
  /** A CSS colour to show beside the label; null for a mix of colours. */
  swatch?: string | null | undefined;
}

/** Props of {@link CheckboxList} and {@link CheckboxMenu}. */
export interface CheckboxListProps {
  /** Names the group: 'Colour'. */
  label: string;
  options: readonly CheckboxOption[];
  selected: readonly string[];
  /** Called with the selected values, in the order of the options. */
  onChange: (selected: string[]) => void;
  /** Field name in a form submitted without JavaScript. */
  name?: string | undefined;
}

/** A group of checkboxes with counts, for a sheet or a menu's panel. */
export function CheckboxList({ label, options, selected, onChange, name }: CheckboxListProps) {
  const toggle = (value: string, on: boolean) => {
    const next = new Set(selected);
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
              name={name}
              value={option.value}
              checked={selected.includes(option.value)}
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
          {option.swatch !== undefined && (
            <span className="-ml-1">
              <Swatch colour={option.swatch} />
            </span>
          )}
          <span className="min-w-0 grow">{option.label}</span>
          {option.count !== undefined && (
            <span className="text-xs text-ink-quiet tabular-nums">{formatCount(option.count)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

const MANY_COLOURS = 'conic-gradient(#e66 0 25%, #ec6 0 50%, #6b8 0 75%, #68c 0)';

/** A colour as a dot; null for a mix of colours. */
export function Swatch({ colour }: { colour: string | null }) {
  return (
    <span
      aria-hidden
      className="block size-4 shrink-0 rounded-full border border-ink/15"
      style={{ background: colour ?? MANY_COLOURS }}
    />
  );
}

/** A button that names the selected options and opens the checkboxes below itself. */
export function CheckboxMenu({ label, options, selected, ...list }: CheckboxListProps) {
  const root = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  const names = options.filter((option) => selected.includes(option.value)).map((one) => one.label);
  return (
    <details
      ref={root}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/menu relative"
    >
      <summary
        className={classNames(
          'inline-flex h-11 max-w-72 list-none items-center gap-2 rounded-control border px-4 text-sm transition-colors duration-150 select-none [&::-webkit-details-marker]:hidden',
          names.length > 0
            ? 'border-teal bg-teal-pale text-teal-deep'
            : 'border-rule-strong bg-surface text-ink hover:border-ink',
        )}
      >
        <span className="truncate">
          {names.length > 0 ? `${label}: ${names.join(', ')}` : label}
        </span>
        <ChevronDown aria-hidden size={16} className="shrink-0 group-open/menu:rotate-180" />
      </summary>
      <div className="absolute top-full left-0 z-30 mt-2 max-h-96 w-72 overflow-y-auto overscroll-contain rounded-lg border border-rule bg-surface p-2 shadow-lg">
        <CheckboxList label={label} options={options} selected={selected} {...list} />
      </div>
    </details>
  );
}
