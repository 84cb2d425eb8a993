import { createFileRoute } from '@tanstack/react-router';
import { StaffPage } from '#ops/settings/staff/staff-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/staff')({
  pendingMs: 0,
  head: opsHead('Staff'),
  component: StaffPage,
});
