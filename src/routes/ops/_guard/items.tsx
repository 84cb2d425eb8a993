import { createFileRoute } from '@tanstack/react-router';
import { ItemsPage } from '#ops/items/items-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/items')({
  pendingMs: 0,
  head: opsHead('Items'),
  component: ItemsPage,
});
