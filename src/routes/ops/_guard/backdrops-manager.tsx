import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { backdrops } from '#ops/inventory/backdrops.tsx';

export const Route = createFileRoute('/ops/_guard/backdrops-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(backdropInventory, raw),
  head: () => ({ meta: [{ title: `${backdropInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={backdrops} />,
});
