import { createFileRoute } from '@tanstack/react-router';
import { CalendarsPage } from '#ops/settings/calendars-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/calendars')({
  pendingMs: 0,
  head: opsHead('Calendars'),
  component: CalendarsPage,
});
