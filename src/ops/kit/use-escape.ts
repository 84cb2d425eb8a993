import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `onEscape` on Escape inside an element, instead of closing the drawer around it. */
export function useEscape(inside: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // why: unless it is prevented, the browser closes the drawer.
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    const element = inside.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [inside]);
}
