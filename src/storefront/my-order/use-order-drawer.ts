import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasOrderDrawer } from '#domain/cart/drawer-paths.ts';
import { nextPaint } from '#ui/next-paint.ts';
import type { OrderDrawer } from './order-drawer.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The order drawer is open over this page; Back closes it. */
    orderDrawer?: boolean;
  }
}

const load = async () => (await import('./order-drawer.tsx')).OrderDrawer;

/**
 * State of the order drawer for the header's button. Opening it pushes a history entry, so Back
 * closes it. Its script is loaded when it is first opened, or by `preload`.
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
    // why: where the script cannot be loaded (connection lost, new release), /my-order replaces the drawer.
    prepare().catch(() => void router.navigate({ to: '/my-order', replace: true }));
  }, [isEntered, Drawer, prepare, router]);

  return {
    offered,
    isOpen: isEntered || (offered && opening),
    Drawer,
    preload: () => void prepare().catch(() => {}),
    /** Paints the pressed button, then the drawer, then pushes the history entry. */
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
      // why: closed before its history entry was pushed, the drawer must not push it any more.
      closed.current = true;
      setOpening(false);
      // why: going back is asynchronous; a second click would leave the page.
      if (leaving.current || !router.history.location.state.orderDrawer) return;
      leaving.current = true;
      router.history.back();
    },
  };
}
