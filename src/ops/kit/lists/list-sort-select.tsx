import { DEFAULT_SORT } from '#domain/list-search.ts';
import type { Column } from '#ui/data-table.tsx';
import { FilterSelect } from '#ui/filter-field.tsx';

export interface ListSortSelectProps<Row> {
  columns: readonly Column<Row>[];
  /** Undefined: newest first. */
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
}

/** Sort order of a list shown as cards, which have no column headings. */
export function ListSortSelect<Row>({ columns, sort, onSort }: ListSortSelectProps<Row>) {
  const options = columns.flatMap(({ header, sort: first }) => {
    if (first === undefined) return [];
    const key = first.replace(/^-/, '');
    const [up, down] = [
      { value: key, label: `${header}, ascending` },
      { value: `-${key}`, label: `${header}, descending` },
    ];
    return first === key ? [up, down] : [down, up];
  });
  return (
    <span className="contents min-[80rem]:hidden">
      <FilterSelect
        label="Sort"
        any="Newest first"
        value={sort}
        options={options.filter(({ value }) => value !== DEFAULT_SORT)}
        onChange={onSort}
      />
    </span>
  );
}
