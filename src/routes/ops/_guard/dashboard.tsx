import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#ops/dashboard/dashboard-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/dashboard')({
  pendingMs: 0,
  head: opsHead('Dashboard'),
  component: DashboardPage,
});
