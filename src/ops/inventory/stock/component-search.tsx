import { useState } from 'react';
import { itemCodeIn } from '#domain/crm/item-code.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { ListSearchBox } from '../../kit/lists/list-search-box.tsx';
import { FoundItems, useFoundItems } from '../../kit/pickers/found-items.tsx';
import { useItemByCode } from '../../kit/pickers/use-item-by-code.ts';

export interface ComponentSearchProps {
  /** Id of the item that is not offered. */
  without: string;
  onAdd: (item: FoundItem) => void;
}

/**
 * Finds items of any kind by name or code, to add one as a component. A code with Enter, as a hand scanner types it, adds
 * its item at once.
 */
export function ComponentSearch({ without, onAdd }: ComponentSearchProps) {
  const [q, setQ] = useState('');
  const { read, items: found } = useFoundItems(q);
  const items = found.filter(({ id }) => id !== without);
  const itemByCode = useItemByCode();
  const [notice, setNotice] = useState('');
  const addScanned = async (code: string) => {
    setNotice('');
    try {
      const item = await itemByCode(code);
      if (item && item.id !== without) onAdd(item);
      setNotice(scannedText(code, item, without));
    } catch {
      setNotice(`${code} could not be looked up. Scan it again.`);
    }
  };
  return (
    <div className="mt-4">
      <ListSearchBox
        label="Search items of any kind"
        value={q}
        onChange={(next) => {
          if (next !== '') setNotice('');
          setQ(next);
        }}
        onEnter={(text) => {
          const code = itemCodeIn(text);
          if (code !== '') void addScanned(code);
          return code !== '';
        }}
      />
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {notice}
        {q !== '' && read.isError && 'The search failed. Try again.'}
        {q !== '' && read.isSuccess && items.length === 0 && 'No items found.'}
      </p>
      <FoundItems items={items} onAdd={onAdd} className="mt-2" />
    </div>
  );
}

function scannedText(code: string, item: FoundItem | null, without: string): string {
  if (!item) return `There is no item with the code ${code}.`;
  return item.id === without ? 'It cannot contain itself.' : `${item.name} added.`;
}
