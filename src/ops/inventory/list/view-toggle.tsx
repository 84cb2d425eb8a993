import { LayoutGrid, Rows3 } from 'lucide-react';
import type { InventoryView } from '#domain/inventory/inventory-search.ts';
import { classNames } from '#ui/class-names.ts';

const VIEWS = [
  { view: 'table', label: 'table view', Icon: Rows3 },
  { view: 'grid', label: 'grid view', Icon: LayoutGrid },
] as const;

export interface ViewToggleProps {
  view: InventoryView;
  onChange: (view: InventoryView) => void;
}

/** Switches between table and grid. */
export function ViewToggle({ view: current, onChange }: ViewToggleProps) {
  return (
    <div
      role="group"
      aria-label="View"
      className="inline-flex rounded-sm border border-rule-strong"
    >
      {VIEWS.map(({ view, label, Icon }) => (
        <button
          key={view}
          type="button"
          aria-label={label}
          aria-pressed={view === current}
          onClick={() => onChange(view)}
          className={classNames(
            'grid h-11 w-11 place-items-center first:rounded-l-sm last:rounded-r-sm sm:h-8.5 sm:w-9',
            view === current ? 'bg-teal-pale text-teal-deep' : 'text-ink-quiet hover:bg-paper-deep',
          )}
        >
          <Icon aria-hidden size={16} />
        </button>
      ))}
    </div>
  );
}
