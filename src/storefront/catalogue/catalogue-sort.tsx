import { ArrowUpDown, ChevronDown } from 'lucide-react';
import type { Sort } from '#domain/catalogue/kinds/kind.ts';
import { SORT_LABELS, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { classNames } from '#ui/class-names.ts';

export interface CatalogueSortProps {
  /** The available sort orders; the first is the default. */
  sorts: readonly Sort[];
  sort: Sort | undefined;
  onSort: (sort: CatalogueSearch['sort']) => void;
  /** The id of the form that submits it without JavaScript. */
  form?: string | undefined;
  /** In the phone's bottom bar: fills its half, with an icon. */
  bar?: boolean | undefined;
}

/** The sort order of a catalogue; a native select, which is quickest to use on a phone. */
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
