import { Outlet, createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { studio } from '#config';
import { PaletteButton } from '#ops/palette/palette-button.tsx';
import { AdminShell } from '#ops/shell/admin-shell.tsx';
import { Guard, type SecondFactorGateProps } from '#ops/shell/guard.tsx';
import { SessionLoading } from '#ops/shell/session-loading.tsx';

export const Route = createFileRoute('/ops/_guard')({ pendingMs: 0, component: Guarded });

const SecondFactorPage = lazy(() => import('#ops/second-factor/second-factor-page.tsx'));
const SecondFactorSection = lazy(() => import('#ops/second-factor/second-factor-section.tsx'));

function Guarded() {
  return (
    <Guard SecondFactor={SecondFactorGate}>
      <AdminShell
        search={<PaletteButton />}
        secondFactor={
          <Suspense>
            <SecondFactorSection studio={studio.studio.short_name} />
          </Suspense>
        }
      >
        <Outlet />
      </AdminShell>
    </Guard>
  );
}

function SecondFactorGate(props: SecondFactorGateProps) {
  return (
    <Suspense fallback={<SessionLoading />}>
      <SecondFactorPage {...props} studio={studio.studio.name} />
    </Suspense>
  );
}
