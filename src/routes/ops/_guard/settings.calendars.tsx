import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { CalendarsPage } from '#ops/settings/calendars-page.tsx';

export const Route = createFileRoute('/ops/_guard/settings/calendars')({
  pendingMs: 0,
  head: () => ({ meta: [{ title: `Calendars · ${studio.studio.short_name}` }] }),
  component: CalendarsPage,
});
