import { useEffect, useRef } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * The page's tooltips: an element with `data-tooltip` shows its text after 700 ms of hovering, at once
 * within 300 ms of another tooltip, and on keyboard focus. Escape, a press and scrolling hide it. The
 * text repeats the element's accessible name, so it is hidden from assistive technology.
 */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    const cancel = whenIdle(() => {
      void import('./follow-tooltips.ts').then(
        ({ followTooltips }) => {
          if (tip.current && !isUnmounted) stop = followTooltips(tip.current);
        },
        // why: without the script a page only lacks tooltips.
        () => {},
      );
    });
    return () => {
      isUnmounted = true;
      cancel();
      stop?.();
    };
  }, []);
  return (
    <div
      ref={tip}
      popover="manual"
      aria-hidden
      className="fixed inset-auto m-0 overflow-visible border-0 bg-transparent px-0 py-1.5 print:hidden"
    >
      <span className="block rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-white" />
    </div>
  );
}
