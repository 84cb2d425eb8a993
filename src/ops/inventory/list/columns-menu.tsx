import { Columns3 } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { CheckboxList } from '#ui/checkbox-list.tsx';
import { useDismiss } from '#ui/use-dismiss.ts';
import type { ItemColumn } from '../shared/manager-context.ts';

/** Columns that cannot be hidden: they identify and open a row. */
const ALWAYS: ReadonlySet<string> = new Set(['name', 'edit']);

export interface ColumnsMenuProps {
  columns: readonly ItemColumn[];
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Menu to show and hide table columns. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const root = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  const offered = columns.filter(({ key }) => !ALWAYS.has(key));
  return (
    <details
      ref={root}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="relative max-lg:hidden"
    >
      <summary
        className={`${buttonClass({ variant: 'secondary', size: 'sm' })} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Columns3 aria-hidden size={16} />
        Columns
      </summary>
      <div className="absolute top-full right-0 z-30 mt-2 w-52 rounded-lg border border-rule bg-surface p-2 shadow-lg">
        <CheckboxList
          label="Columns"
          options={offered.map(({ key, header }) => ({ value: key, label: header }))}
          selected={offered.flatMap(({ key }) => (hidden.includes(key) ? [] : [key]))}
          onChange={(shown) =>
            onChange(offered.flatMap(({ key }) => (shown.includes(key) ? [] : [key])))
          }
        />
      </div>
    </details>
  );
}
