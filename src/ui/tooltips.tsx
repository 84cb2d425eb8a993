import { useEffect, useRef } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * The page's tooltips: each element with `data-tooltip` says its text under itself when the mouse
 * has rested on it for 700 ms, at once within 300 ms of another's, and when the keyboard comes to
 * it; Escape, a press and scrolling take it away. The text repeats the element's own name for those
 * who see only its icon, so it is hidden from assistive technology.
 */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const takeBack = whenIdle(() => {
      void import('./follow-tooltips.ts').then(
        ({ followTooltips }) => {
          if (tip.current && !isGone) stop = followTooltips(tip.current);
        },
        // why: without its script a page has no tooltips, and lacks nothing else.
        () => {},
      );
    });
    return () => {
      isGone = true;
      takeBack();
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
