import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { foundItemsQuery } from '#data/stock.ts';
import { TYPE_LABELS } from '#domain/cart/cart-line.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { ListSearchBox } from '../../shell/list-search-box.tsx';

/** Props of {@link ComponentSearch}. */
export interface ComponentSearchProps {
  /** Ids of items that are not offered. */
  without: readonly string[];
  onAdd: (item: FoundItem) => void;
}

/** Finds items of any kind by name or code, to add one as a component. */
export function ComponentSearch({ without, onAdd }: ComponentSearchProps) {
  const [q, setQ] = useState('');
  const found = useQuery({
    ...foundItemsQuery(useStaffApi(), q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const items = q === '' ? [] : (found.data ?? []).filter(({ id }) => !without.includes(id));
  return (
    <div className="mt-4">
      <ListSearchBox
        label="search items of any kind"
        value={q}
        maxLength={LONGEST_SEARCH}
        onChange={setQ}
      />
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {q !== '' && found.isError && 'The search failed. Try again.'}
        {q !== '' && found.isSuccess && items.length === 0 && 'No items found.'}
      </p>
      {items.length > 0 && (
        <ul
          aria-label="Found items"
          className="mt-2 divide-y divide-rule border-y border-rule text-sm"
        >
          {items.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-1.5">
              <div className="min-w-0 grow">
                <p className="break-words">{item.name}</p>
                <p className="text-xs text-ink-quiet">
                  {TYPE_LABELS[item.type]} · {item.code}
                  {!item.active && ' · not active'}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Add ${item.name}`}
                onClick={() => onAdd(item)}
              >
                <Plus aria-hidden size={16} />
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
