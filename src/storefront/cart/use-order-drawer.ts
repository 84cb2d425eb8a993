import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasOrderDrawer } from '#domain/cart/drawer-paths.ts';
import type { OrderDrawer } from './order-drawer.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The order drawer lies over this page: the browser's Back closes it. */
    orderDrawer?: boolean;
  }
}

const load = async () => (await import('./order-drawer.tsx')).OrderDrawer;

/**
 * The order drawer as the header's button needs it. That it is open is an entry of the browser's
 * history, so Back closes it; its script is loaded when it is first opened, or by `preload`.
 */
export function useOrderDrawer() {
  const router = useRouter();
  const { pathname, state } = useLocation();
  const offered = hasOrderDrawer(pathname);
  const isOpen = offered && state.orderDrawer === true;
  const [Drawer, setDrawer] = useState<typeof OrderDrawer>();
  const leaving = useRef(false);

  useEffect(() => {
    leaving.current = false;
    if (!isOpen || Drawer) return;
    load().then(
      (loaded) => setDrawer(() => loaded),
      // why: without its script (a lost connection, another release) the page of the order does.
      () => void router.navigate({ to: '/my-order', replace: true }),
    );
  }, [isOpen, Drawer, router]);

  return {
    offered,
    isOpen,
    Drawer,
    preload: () => void load().catch(() => {}),
    open: () =>
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, orderDrawer: true }),
        resetScroll: false,
      }),
    close: () => {
      // why: going back takes a moment, and a second press would leave the page.
      if (leaving.current || !router.history.location.state.orderDrawer) return;
      leaving.current = true;
      router.history.back();
    },
  };
}
