import { useState } from 'react';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import type { ItemColumn } from '../shared/manager-context.ts';

/** The selected rows of the current page, and setters. */
export interface Selection {
  items: readonly ListedItem[];
  has: (item: ListedItem) => boolean;
  select: (item: ListedItem, on: boolean) => void;
  selectAll: (on: boolean) => void;
}

/** Row selection on the current page; a row that leaves the page is deselected. */
export function useSelection(shown: readonly ListedItem[] | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = shown?.filter(({ id }) => ids.has(id)) ?? [];
  return {
    items,
    has: ({ id }) => ids.has(id),
    select: ({ id }, on) => {
      const next = new Set(items.map((one) => one.id));
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    selectAll: (on) => setIds(new Set(on ? shown?.map(({ id }) => id) : [])),
  };
}

/** The checkbox column in front of the table. */
export function selectionColumn(selection: Selection, shown: readonly ListedItem[]): ItemColumn {
  const all = shown.length > 0 && selection.items.length === shown.length;
  return {
    key: 'selected',
    header: '',
    head: (
      <SelectBox label="Choose all on this page" checked={all} onChange={selection.selectAll} />
    ),
    width: '2.75rem',
    cell: (item) => <SelectItem selection={selection} item={item} />,
  };
}

/** The checkbox of one item. */
export function SelectItem({ selection, item }: { selection: Selection; item: ListedItem }) {
  return (
    <SelectBox
      label={`Choose ${item.name}`}
      checked={selection.has(item)}
      onChange={(on) => selection.select(item, on)}
    />
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    // why: the label makes the click target as large as the row.
    <label className="-m-3 inline-flex cursor-pointer p-3 align-middle">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 cursor-pointer accent-teal"
      />
    </label>
  );
}
