import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { DashboardPage } from '#ops/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/ops/_guard/dashboard')({
  pendingMs: 0,
  head: () => ({ meta: [{ title: `Dashboard · ${studio.studio.short_name}` }] }),
  component: DashboardPage,
});
