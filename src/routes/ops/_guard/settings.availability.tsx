import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { AvailabilityPage } from '#ops/settings/availability-page.tsx';

export const Route = createFileRoute('/ops/_guard/settings/availability')({
  pendingMs: 0,
  head: () => ({ meta: [{ title: `Availability · ${studio.studio.short_name}` }] }),
  component: AvailabilityPage,
});
