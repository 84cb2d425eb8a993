import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { gearInventory } from '#domain/inventory/kinds/gear.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { gear } from '#ops/inventory/gear.tsx';

export const Route = createFileRoute('/ops/_guard/gear-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(gearInventory, raw),
  head: () => ({ meta: [{ title: `${gearInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={gear} />,
});
