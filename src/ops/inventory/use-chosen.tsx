import { useState } from 'react';
import type { ListedItem } from '#data/inventory.ts';
import type { ItemColumn } from './slots.ts';

/** The rows of the page that were chosen, and how to choose. */
export interface Chosen {
  items: readonly ListedItem[];
  has: (item: ListedItem) => boolean;
  choose: (item: ListedItem, on: boolean) => void;
  chooseAll: (on: boolean) => void;
}

/** Lets rows of the shown page be chosen; what leaves the page is let go. */
export function useChosen(shown: readonly ListedItem[] | undefined): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = shown?.filter(({ id }) => ids.has(id)) ?? [];
  return {
    items,
    has: ({ id }) => ids.has(id),
    choose: ({ id }, on) => {
      const next = new Set(items.map((one) => one.id));
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    chooseAll: (on) => setIds(new Set(on ? shown?.map(({ id }) => id) : [])),
  };
}

/** The column in front of the table in which rows are chosen. */
export function chosenColumn(chosen: Chosen, shown: readonly ListedItem[]): ItemColumn {
  const all = shown.length > 0 && chosen.items.length === shown.length;
  return {
    key: 'chosen',
    header: '',
    head: <ChooseBox label="choose all on this page" checked={all} onChange={chosen.chooseAll} />,
    width: '2.75rem',
    cell: (item) => <ChooseItem chosen={chosen} item={item} />,
  };
}

/** Chooses one item. */
export function ChooseItem({ chosen, item }: { chosen: Chosen; item: ListedItem }) {
  return (
    <ChooseBox
      label={`choose ${item.name}`}
      checked={chosen.has(item)}
      onChange={(on) => chosen.choose(item, on)}
    />
  );
}

interface ChooseBoxProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function ChooseBox({ label, checked, onChange }: ChooseBoxProps) {
  return (
    // why: the label around it makes the target as large as the row.
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
