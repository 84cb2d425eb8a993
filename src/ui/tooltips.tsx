import { useEffect, useRef } from 'react';

// Tooltip delays (spec, public side §9).
const OPEN_MS = 700;
const SKIP_MS = 300;

/** Kept free between a tooltip and the edge of the window. */
const EDGE = 8;

/**
 * The page's tooltips: each element with `data-tooltip` says its text under itself when the mouse
 * has rested on it for 700 ms, at once within 300 ms of another's, and when the keyboard comes to
 * it; Escape, a press and scrolling take it away. The text repeats the element's own name for those
 * who see only its icon, so it is hidden from assistive technology.
 */
export function Tooltips() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (tip.current ? follow(tip.current) : undefined), []);
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

/** @returns what stops it */
function follow(tip: HTMLElement): () => void {
  let owner: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const hide = () => {
    clearTimeout(timer);
    owner = null;
    if (!tip.matches(':popover-open')) return;
    tip.hidePopover();
    hiddenAt = performance.now();
  };
  const show = (element: Element) => {
    const words = tip.firstElementChild;
    if (!words || !element.isConnected) return;
    words.textContent = element.getAttribute('data-tooltip');
    tip.showPopover();
    const { left, width, top, bottom } = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tip;
    const most = document.documentElement.clientWidth - offsetWidth - EDGE;
    const isRoomBelow = bottom + offsetHeight <= window.innerHeight;
    tip.style.left = `${Math.max(EDGE, Math.min(most, left + (width - offsetWidth) / 2))}px`;
    tip.style.top = `${isRoomBelow ? bottom : top - offsetHeight}px`;
  };
  const come = (target: EventTarget | null, wait: number) => {
    // why: the mouse may go over to the tooltip itself (WCAG 1.4.13).
    if (!(target instanceof Element) || tip.contains(target)) return;
    const element = target.closest('[data-tooltip]');
    if (element === owner) return;
    hide();
    owner = element;
    if (!element) return;
    const isSkipped = performance.now() - hiddenAt < SKIP_MS;
    timer = setTimeout(() => show(element), isSkipped ? 0 : wait);
  };

  const stop = new AbortController();
  const listen = { signal: stop.signal, capture: true };
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') come(event.target, OPEN_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) come(target, 0);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  document.addEventListener('pointerover', onPointer, listen);
  document.documentElement.addEventListener('pointerleave', hide, { signal: stop.signal });
  document.addEventListener('focusin', onFocus, listen);
  document.addEventListener('focusout', hide, listen);
  document.addEventListener('keydown', onKey, listen);
  for (const name of ['pointerdown', 'scroll']) document.addEventListener(name, hide, listen);
  return () => {
    stop.abort();
    hide();
  };
}
