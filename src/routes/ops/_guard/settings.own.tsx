import { createFileRoute } from '@tanstack/react-router';
import { OwnStudioPage } from '#ops/settings/own/own-studio-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/own')({
  pendingMs: 0,
  head: opsHead('Start with my own studio'),
  component: OwnStudioPage,
});
