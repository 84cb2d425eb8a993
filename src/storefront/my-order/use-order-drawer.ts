import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasOrderDrawer } from '#domain/cart/drawer-paths.ts';
import { nextPaint } from '#ui/next-paint.ts';
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
 * history, so Back closes it. Its script is loaded when it is first opened, or by `preload`.
 */
export function useOrderDrawer() {
  const router = useRouter();
  const { pathname, state } = useLocation();
  const offered = hasOrderDrawer(pathname);
  const isEntered = offered && state.orderDrawer === true;
  const [opening, setOpening] = useState(false);
  const [Drawer, setDrawer] = useState<typeof OrderDrawer>();
  const leaving = useRef(false);
  const closed = useRef(false);

  const prepare = useCallback(() => load().then((loaded) => setDrawer(() => loaded)), []);

  useEffect(() => {
    leaving.current = false;
    if (!isEntered || Drawer) return;
    // why: without its script (a lost connection, another release) the page of the order does.
    prepare().catch(() => void router.navigate({ to: '/my-order', replace: true }));
  }, [isEntered, Drawer, prepare, router]);

  return {
    offered,
    isOpen: isEntered || (offered && opening),
    Drawer,
    preload: () => void prepare().catch(() => {}),
    /** The pressed button is painted first, then the whole drawer, then its entry is written. */
    open: async () => {
      closed.current = false;
      await nextPaint();
      flushSync(() => setOpening(true));
      await nextPaint();
      if (closed.current) return;
      await router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, orderDrawer: true }),
        resetScroll: false,
      });
      setOpening(false);
    },
    close: () => {
      // why: it may be closed before its entry is written; then there is nothing to go back from.
      closed.current = true;
      setOpening(false);
      // why: going back takes a moment, and a second press would leave the page.
      if (leaving.current || !router.history.location.state.orderDrawer) return;
      leaving.current = true;
      router.history.back();
    },
  };
}
