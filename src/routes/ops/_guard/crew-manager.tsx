import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import type { InventorySearch } from '#domain/inventory/inventory-search.ts';
import { Manager } from '#ops/inventory/manager.tsx';
import { crew } from '#ops/inventory/crew.tsx';

export const Route = createFileRoute('/ops/_guard/crew-manager')({
  pendingMs: 0,
  // why: the page reads it again itself, so that its reader stays out of every first load.
  validateSearch: (raw) => raw as InventorySearch,
  head: () => ({ meta: [{ title: `crew manager · ${studio.shortName}` }] }),
  component: () => <Manager slots={crew} />,
});
