import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { readInventorySearch, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { props } from '#ops/inventory/props.tsx';

export const Route = createFileRoute('/ops/_guard/props-manager')({
  pendingMs: 0,
  validateSearch: (raw: Record<string, unknown>): InventorySearch =>
    readInventorySearch(propInventory, raw),
  head: () => ({ meta: [{ title: `${propInventory.texts.title} · ${studio.shortName}` }] }),
  component: () => <Manager slots={props} />,
});
