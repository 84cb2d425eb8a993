import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '#ops/notices/notices-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/notices')({
  pendingMs: 0,
  head: opsHead('Notices'),
  component: NoticesPage,
});
