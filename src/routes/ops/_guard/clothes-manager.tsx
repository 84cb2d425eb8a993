import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { clothes } from '#ops/inventory/clothes.tsx';

export const Route = createFileRoute('/ops/_guard/clothes-manager')({
  pendingMs: 0,
  // why: the page reads it again itself, so that its reader stays out of every first load.
  validateSearch: (raw) => raw as InventorySearch,
  head: () => ({ meta: [{ title: `clothes manager · ${studio.shortName}` }] }),
  component: () => <Manager slots={clothes} />,
});
