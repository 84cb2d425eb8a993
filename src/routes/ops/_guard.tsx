import { Outlet, createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { PaletteButton } from '#ops/frame/palette/palette-button.tsx';
import { AdminShell } from '#ops/frame/admin-shell.tsx';
import { Guard, type SecondFactorGateProps } from '#ops/frame/guard.tsx';
import { SessionLoading } from '#ops/kit/session-loading.tsx';

export const Route = createFileRoute('/ops/_guard')({ pendingMs: 0, component: Guarded });

// why caught: without a connection the page around it would be replaced by an error.
const notLoaded = () => ({ default: NotLoaded });
const SecondFactorPage = lazy(() => import('#ops/frame/second-factor-page.tsx').catch(notLoaded));
const SecondFactorSection = lazy(() =>
  import('#ops/second-factor/second-factor-section.tsx').catch(notLoaded),
);

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

function NotLoaded() {
  return (
    <p role="alert" className="text-sm text-pretty text-ink-quiet">
      The second factor could not be loaded. Check your connection and reload the page.
    </p>
  );
}
