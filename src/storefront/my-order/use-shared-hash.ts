import { useLocation } from '@tanstack/react-router';
import { lazy, useSyncExternalStore } from 'react';
import { holdsList } from '#domain/cart/list-hash.ts';

/** A shared list, loaded only where the address holds one; needs a `Suspense` around it. */
export const LazySharedList = lazy(async () => ({
  default: (await import('./shared-list.tsx')).SharedList,
}));

/** The part of the address that holds a shared list; null without one, on the server and while hydrating. */
export function useSharedHash(): string | null {
  const { hash } = useLocation();
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isBrowser && holdsList(hash) ? hash : null;
}
