import { CancelledError, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, ScanLine } from 'lucide-react';
import { useId, useState } from 'react';
import { freeQuery } from '#data/reservations.ts';
import { foundItemsQuery } from '#data/stock.ts';
import { TYPE_LABELS } from '#domain/cart/cart-line.ts';
import { itemCodeIn } from '#domain/crm/item-code.ts';
import type { RentalSpan } from '#domain/crm/order-change.ts';
import { piecesText } from '#domain/crm/shortage-text.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { useDebouncedText } from '#ui/use-debounced-text.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link ItemPicker}. */
export interface ItemPickerProps {
  /** The days to say what is free on; null while they are not known. */
  period: RentalSpan | null;
  /** Returns what is announced; '' where that happens elsewhere. */
  onAdd: (item: FoundItem) => string;
}

/** Scrolls found items into view together with the field. */
const reveal = (list: HTMLElement | null) =>
  list?.closest('form')?.scrollIntoView({ block: 'nearest' });

/**
 * Finds items of any kind by name or code and adds them. A code with Enter, as a hand scanner types it, adds
 * its item at once.
 */
export function ItemPicker({ period, onAdd }: ItemPickerProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const hintId = useId();
  const [q, setQ] = useState('');
  const [notice, setNotice] = useState('');
  const search = useDebouncedText(q, setQ, (text) => text.trim());
  const code = itemCodeIn(q);
  const found = useQuery({
    ...foundItemsQuery(api, code || q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const items = q === '' ? [] : (found.data ?? []);
  const wanted = items.map(({ type, id }) => ({ type, id, quantity: 1 }));
  const free = useQuery(freeQuery(api, period, wanted)).data;
  const add = (item: FoundItem) => setNotice(onAdd(item));
  const addScanned = async (scanned: string) => {
    const { setText } = search;
    setText('');
    setQ('');
    try {
      const lookUp = () => queryClient.fetchQuery(foundItemsQuery(api, scanned));
      const named = await lookUp().catch((error: unknown) => {
        // why again: where the search has begun with the same code, clearing the field cancels it.
        if (error instanceof CancelledError) return lookUp();
        throw error;
      });
      const item = named.find((one) => one.code === scanned);
      if (item) add(item);
      else setNotice(`There is no item with the code ${scanned}.`);
    } catch {
      setText(scanned);
      setNotice(`${scanned} could not be looked up. Press Enter to try again.`);
    }
  };
  const submit = () => {
    const scanned = itemCodeIn(search.text);
    if (scanned) void addScanned(scanned);
    else search.apply(search.text);
  };
  return (
    <form
      role="search"
      aria-label="Add an item"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <span className="relative block">
        <ScanLine
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-quiet"
        />
        <input
          type="search"
          aria-label="Add an item by name or code"
          aria-describedby={hintId}
          placeholder="Add an item: name, or scan its code"
          maxLength={LONGEST_SEARCH * 2}
          value={search.text}
          onChange={(event) => {
            setNotice('');
            search.setText(event.target.value);
          }}
          className="h-11 w-full rounded-sm border border-rule-strong bg-surface pr-3 pl-9 text-base placeholder:text-ink-quiet hover:border-ink-quiet sm:text-sm"
        />
      </span>
      <p id={hintId} role="status" className="mt-1 text-xs text-ink-quiet empty:hidden">
        {notice ||
          (q !== '' && found.isError && 'The search failed. Type again to retry.') ||
          (q !== '' && found.isSuccess && items.length === 0 && 'No items found.')}
      </p>
      {items.length > 0 && (
        <ul
          ref={reveal}
          aria-label="Found items"
          className="mt-1 divide-y divide-rule border-y border-rule text-sm"
        >
          {items.map((item, at) => (
            <li key={item.id} className="flex items-center gap-3 py-1.5">
              <div className="min-w-0 grow">
                <p className="break-words">{item.name}</p>
                <p className="text-xs text-ink-quiet tabular-nums">
                  {TYPE_LABELS[item.type]} · {item.code}
                  {free?.[at]?.id === item.id && ` · ${piecesText(free[at])}`}
                  {!item.active && ' · not active'}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Add ${item.name}`}
                onClick={() => add(item)}
              >
                <Plus aria-hidden size={16} />
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
