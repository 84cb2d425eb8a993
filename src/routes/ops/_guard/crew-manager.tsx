import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { crewInventory } from '#domain/inventory/kinds/crew.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { crew } from '#ops/inventory/crew.tsx';

export const Route = createFileRoute('/ops/_guard/crew-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(crewInventory, raw),
  head: () => ({ meta: [{ title: `${crewInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={crew} />,
});
