import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { ScanPage } from '#ops/scan/scan-page.tsx';

export const Route = createFileRoute('/ops/_guard/scan/{-$code}')({
  pendingMs: 0,
  head: () => ({ meta: [{ title: `Scan · ${studio.studio.short_name}` }] }),
  component: Scan,
});

function Scan() {
  const { code } = Route.useParams();
  return <ScanPage code={code} />;
}
