import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#ops/setup/setup-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/setup')({
  pendingMs: 0,
  validateSearch: (unparsed: { step?: string }) => unparsed,
  head: opsHead('Set-up'),
  component: SetupRoute,
});

function SetupRoute() {
  return <SetupPage step={Route.useSearch().step} />;
}
