import { useEffect, useRef } from 'react';
import { followTooltips } from './follow-tooltips.ts';

/**
 * The page's tooltip: an element with `data-tooltip` shows its text after 700 ms of hovering, at once
 * within 300 ms of another tooltip, and on keyboard focus. Escape, a press and scrolling hide it. The
 * text repeats the element's accessible name, so it is hidden from assistive technology.
 */
export function Tooltip() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (tip.current ? followTooltips(tip.current) : undefined), []);
  return (
    <div
      ref={tip}
      popover="manual"
      aria-hidden
      className="fixed inset-auto m-0 overflow-visible border-0 bg-transparent px-0 py-1.5 print:hidden"
    >
      <span className="block rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-paper" />
    </div>
  );
}
