import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { ItemsPage } from '#ops/items/items-page.tsx';

export const Route = createFileRoute('/ops/_guard/items')({
  pendingMs: 0,
  head: () => ({ meta: [{ title: `Items · ${studio.studio.short_name}` }] }),
  component: ItemsPage,
});
