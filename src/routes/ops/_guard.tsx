import { Outlet, createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSite } from '#data/use-site.ts';
import { PaletteButton } from '#ops/palette/palette-button.tsx';
import { AdminShell } from '#ops/shell/admin-shell.tsx';
import { Guard, type SecondFactorGateProps } from '#ops/shell/guard.tsx';
import { SessionLoading } from '#ops/shell/session-loading.tsx';

export const Route = createFileRoute('/ops/_guard')({ pendingMs: 0, component: Guarded });

const SecondFactorPage = lazy(() => import('#ops/second-factor/second-factor-page.tsx'));
const SecondFactorSection = lazy(() => import('#ops/second-factor/second-factor-section.tsx'));

function Guarded() {
  const { studio } = useSite();
  return (
    <Guard SecondFactor={SecondFactorGate}>
      <AdminShell
        search={<PaletteButton />}
        secondFactor={
          <Suspense>
            <SecondFactorSection studio={studio.short_name} />
          </Suspense>
        }
      >
        <Outlet />
      </AdminShell>
    </Guard>
  );
}

function SecondFactorGate(props: SecondFactorGateProps) {
  const { studio } = useSite();
  return (
    <Suspense fallback={<SessionLoading />}>
      <SecondFactorPage {...props} studio={studio.name} />
    </Suspense>
  );
}
