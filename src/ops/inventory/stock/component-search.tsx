import { useState } from 'react';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { ListSearchBox } from '../../kit/lists/list-search-box.tsx';
import { FoundItems, useFoundItems } from '../../kit/pickers/found-items.tsx';

export interface ComponentSearchProps {
  /** Id of the item that is not offered. */
  without: string;
  onAdd: (item: FoundItem) => void;
}

/** Finds items of any kind by name or code, to add one as a component. */
export function ComponentSearch({ without, onAdd }: ComponentSearchProps) {
  const [q, setQ] = useState('');
  const { read, items: found } = useFoundItems(q);
  const items = found.filter(({ id }) => id !== without);
  return (
    <div className="mt-4">
      <ListSearchBox label="Search items of any kind" value={q} onChange={setQ} />
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {q !== '' && read.isError && 'The search failed. Try again.'}
        {q !== '' && read.isSuccess && items.length === 0 && 'No items found.'}
      </p>
      <FoundItems items={items} onAdd={onAdd} className="mt-2" />
    </div>
  );
}
