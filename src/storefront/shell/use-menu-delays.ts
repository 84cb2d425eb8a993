import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

// Navigation menu delays (spec, public side §9).
const OPEN_MS = 200;
const SKIP_MS = 300;
const CLOSE_MS = 150;

/**
 * When a menu that opens under the mouse is open: it opens after 200 ms, at once within 300 ms of
 * having closed, and closes 150 ms after the mouse left. A menu that was opened or confirmed by a
 * press is pinned and does not close by itself.
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
    /** Opened or closed by the menu's own button. */
    toggle: useCallback((next: boolean) => change(next, true), [change]),
    close: useCallback(() => change(false, false), [change]),
    /** Keeps open what the mouse opened; false when there was nothing to keep. */
    pin: () => {
      const keeps = open && !pinned.current;
      if (keeps) change(true, true);
      return keeps;
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
