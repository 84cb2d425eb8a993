import { createFileRoute } from '@tanstack/react-router';
import { StudioSettingsPage } from '#ops/settings/studio/studio-settings-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/studio')({
  pendingMs: 0,
  head: opsHead('Studio'),
  component: StudioSettingsPage,
});
