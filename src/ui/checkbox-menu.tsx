import { ChevronDown } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { CheckboxList, type CheckboxListProps } from './checkbox-list.tsx';
import { classNames } from './class-names.ts';
import { useDismiss } from './use-dismiss.ts';

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
