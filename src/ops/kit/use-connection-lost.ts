import { useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { staffConnection } from '#data/core/staff-api.ts';

/** Whether the server is unreachable; monitored while any component subscribes. */
export function useConnectionLost(): boolean {
  const { backend } = useRouteContext({ from: '__root__' });
  const connection = staffConnection(backend);
  return useSyncExternalStore(connection.subscribe, connection.isLost, () => false);
}
