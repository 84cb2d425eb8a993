import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { setInventory } from '#domain/inventory/kinds/set.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { sets } from '#ops/inventory/sets.tsx';

export const Route = createFileRoute('/ops/_guard/sets-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(setInventory, raw),
  head: () => ({ meta: [{ title: `${setInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={sets} />,
});
