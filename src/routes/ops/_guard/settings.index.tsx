import { Navigate, createFileRoute } from '@tanstack/react-router';
import { useProfile } from '#ops/kit/profile.ts';

/** The first page of settings that the user may open. */
export const Route = createFileRoute('/ops/_guard/settings/')({
  pendingMs: 0,
  component: FirstSettings,
});

function FirstSettings() {
  const isAdmin = useProfile()?.role === 'admin';
  return <Navigate to={isAdmin ? '/ops/settings/studio' : '/ops/settings/availability'} replace />;
}
