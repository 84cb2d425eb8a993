import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { clothes } from '#ops/inventory/clothes.tsx';

export const Route = createFileRoute('/ops/_guard/clothes-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(clothInventory, raw),
  head: () => ({ meta: [{ title: `${clothInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={clothes} />,
});
