import { createFileRoute } from '@tanstack/react-router';
import { AvailabilityPage } from '#ops/settings/availability-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/availability')({
  pendingMs: 0,
  head: opsHead('Availability'),
  component: AvailabilityPage,
});
