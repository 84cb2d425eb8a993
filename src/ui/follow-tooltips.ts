// Tooltip delays (docs/product/storefront.md#header-and-footer).
const OPEN_MS = 700;
const SKIP_MS = 300;

/** Distance of a tooltip from the edge of the window (px). */
const MARGIN = 8;

/**
 * Shows the page's tooltips in `tip`, whose first child holds the text (see `Tooltip`).
 * @returns a function that stops it
 */
export function followTooltips(tip: HTMLElement): () => void {
  // why: a browser without popovers shows none; the text is the name of the control.
  if (!('popover' in tip)) return () => {};
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
    const label = tip.firstElementChild;
    if (!label || !element.isConnected) return;
    label.textContent = element.getAttribute('data-tooltip');
    tip.showPopover();
    const { left, width, top, bottom } = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tip;
    const rightmost = document.documentElement.clientWidth - offsetWidth - MARGIN;
    const isRoomBelow = bottom + offsetHeight <= window.innerHeight;
    tip.style.left = `${Math.max(MARGIN, Math.min(rightmost, left + (width - offsetWidth) / 2))}px`;
    tip.style.top = `${isRoomBelow ? bottom : top - offsetHeight}px`;
  };
  const scheduleShow = (target: EventTarget | null, delay: number) => {
    // why: the pointer may move onto the tooltip itself (WCAG 1.4.13).
    if (!(target instanceof Element) || tip.contains(target)) return;
    const element = target.closest('[data-tooltip]');
    if (element === owner) return;
    hide();
    owner = element;
    if (!element) return;
    const isSkipped = performance.now() - hiddenAt < SKIP_MS;
    timer = setTimeout(() => show(element), isSkipped ? 0 : delay);
  };

  /** For an element that was focused, or pointed at with a mouse and not pressed, before this script was there. */
  const showFirst = () => {
    const wasPressed = 'userActivation' in navigator && navigator.userActivation.isActive;
    if (document.activeElement?.matches(':focus-visible')) scheduleShow(document.activeElement, 0);
    else if (matchMedia('(hover: hover)').matches && !wasPressed) {
      scheduleShow(document.querySelector('[data-tooltip]:hover'), OPEN_MS);
    }
  };

  const stop = new AbortController();
  const listen = { signal: stop.signal, capture: true };
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') scheduleShow(event.target, OPEN_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) scheduleShow(target, 0);
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
  showFirst();
  return () => {
    stop.abort();
    hide();
  };
}
