import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

// Navigation menu delays (docs/product/storefront.md).
const OPEN_MS = 200;
const SKIP_MS = 300;
const CLOSE_MS = 150;

/**
 * State of a menu that opens on hover: it opens after 200 ms, immediately within 300 ms of its last
 * close, and closes 150 ms after the mouse leaves. A click pins it open until it is closed.
 */
export function useMenuDelays() {
  const [open, setOpen] = useState(false);
  const pinned = useRef(false);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback((next: boolean, pin: boolean) => {
    clearTimeout(timer.current);
    pinned.current = next && pin;
    if (!next) closedAt.current = performance.now();
    setOpen(next);
  }, []);
  const later = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(next, false), delay);
  };

  return {
    open,
    /** Opens or closes the menu by its button; opening pins it. */
    toggle: useCallback((next: boolean) => change(next, true), [change]),
    close: useCallback(() => change(false, false), [change]),
    /** Pins a menu that hover opened; returns false if there was none to pin. */
    pin: () => {
      const isHoverOpen = open && !pinned.current;
      if (isHoverOpen) change(true, true);
      return isHoverOpen;
    },
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      const skips = performance.now() - closedAt.current < SKIP_MS;
      if (open) clearTimeout(timer.current);
      else later(true, skips ? 0 : OPEN_MS);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      clearTimeout(timer.current);
      if (open && !pinned.current) later(false, CLOSE_MS);
    },
  };
}
