import { Outlet, createFileRoute } from '@tanstack/react-router';
import { PaletteButton } from '#ops/palette/palette-button.tsx';
import { AdminShell } from '#ops/shell/admin-shell.tsx';
import { Guard } from '#ops/shell/guard.tsx';

export const Route = createFileRoute('/ops/_guard')({ pendingMs: 0, component: Guarded });

function Guarded() {
  return (
    <Guard>
      <AdminShell search={<PaletteButton />}>
        <Outlet />
      </AdminShell>
    </Guard>
  );
}
