import { useEffect, useRef, type RefObject } from 'react';

/**
 * The ref of an element that is scrolled into view when it appears, and again with each other `news` but null: what it says
 * belongs to what was just pressed, which may be far below it.
 */
export function useInView<E extends HTMLElement>(news?: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    // why no return: newer browsers return a promise, which React would call as a cleanup.
    if (news !== null) element.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return element;
}
