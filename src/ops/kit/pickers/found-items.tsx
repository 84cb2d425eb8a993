import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { foundItemsQuery } from '#data/stock/stock.ts';
import { TYPE_LABELS } from '#domain/cart/type-labels.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Reads the items of any kind that a text finds, by name or code; for '' it reads nothing. */
export function useFoundItems(q: string) {
  const read = useQuery({
    ...foundItemsQuery(useStaffApi(), q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return { read, items: q === '' ? [] : (read.data ?? []) };
}

/** Kind, code and further facts of a found item: `Prop · PRP-0042 · not active`. */
export const foundItemText = ({ type, code, active }: FoundItem, fact = ''): string =>
  [TYPE_LABELS[type], code, fact, active ? '' : 'not active'].filter(Boolean).join(' · ');

export interface FoundItemsProps {
  items: readonly FoundItem[];
  onAdd: (item: FoundItem) => void;
  className: string;
}

/** Found items, each with a button that adds it. Nothing without any. */
export function FoundItems({ items, onAdd, className }: FoundItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul
      aria-label="Found items"
      className={classNames('divide-y divide-rule border-y border-rule text-sm', className)}
    >
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 py-1.5">
          <div className="min-w-0 grow">
            <p className="break-words">{item.name}</p>
            <p className="text-xs text-ink-quiet tabular-nums">{foundItemText(item)}</p>
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
  );
}
