import { createFileRoute } from '@tanstack/react-router';
import { ScanPage } from '#ops/scan/scan-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/scan/{-$code}')({
  pendingMs: 0,
  head: opsHead('Scan'),
  component: Scan,
});

function Scan() {
  const { code } = Route.useParams();
  return <ScanPage code={code} />;
}
