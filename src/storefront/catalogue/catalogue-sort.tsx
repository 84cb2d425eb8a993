import { ArrowUpDown, ChevronDown } from 'lucide-react';
import type { Sort } from '#domain/catalogue/kinds/kind.ts';
import { SORT_LABELS, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { classNames } from '#ui/class-names.ts';

/** Props of {@link CatalogueSort}. */
export interface CatalogueSortProps {
  /** The orders that there are; the first is chosen while the address names none. */
  sorts: readonly Sort[];
  sort: Sort | undefined;
  onSort: (sort: CatalogueSearch['sort']) => void;
  /** The id of the form that sends it without JavaScript. */
  form?: string | undefined;
  /** The phone's bar: fills its half, with an icon. */
  bar?: boolean | undefined;
}

/** The order of a catalogue, as the browser's own list: the quickest on a phone. */
export function CatalogueSort({ sorts, sort, onSort, form, bar = false }: CatalogueSortProps) {
  return (
    <label
      className={classNames(
        'relative inline-flex items-center gap-2 text-sm',
        bar && 'h-full w-full justify-center px-3',
      )}
    >
      {bar && <ArrowUpDown aria-hidden size={17} />}
      <span className={bar ? 'font-medium' : 'text-ink-quiet'}>Sort</span>
      <select
        aria-label="Sort"
        name="sort"
        form={form}
        value={sort ?? sorts[0]}
        onChange={(event) => onSort(sorts.slice(1).find((one) => one === event.target.value))}
        className={classNames(
          'appearance-none bg-transparent',
          bar
            ? 'absolute inset-0 h-full w-full opacity-0'
            : 'field-sizing-content h-11 rounded-control pr-7 pl-1 font-medium hover:text-teal',
        )}
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {SORT_LABELS[one]}
          </option>
        ))}
      </select>
      {!bar && (
        <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-1" />
      )}
    </label>
  );
}
