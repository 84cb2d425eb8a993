/** Distance of an element from the start of its page in px, however the page and its parts are scrolled. */
function placeOf(element: Element): number {
  let place = element.getBoundingClientRect().top;
  for (let part = element.parentElement; part; part = part.parentElement) place += part.scrollTop;
  return place;
}

/**
 * Scrolls back to what has the focus, if it is shown as focused, when the page grows above it and pushes it out of the
 * window (WCAG 2.4.11). Whoever scrolls away from it stays where they are.
 */
export function keepInSight(): void {
  /** Where it was when it was last in sight. */
  let seenAt: number | null = null;
  const observer = new IntersectionObserver((entries) => {
    const { target, isIntersecting, boundingClientRect: box } = entries.at(-1)!;
    const place = placeOf(target);
    const isPushed = seenAt !== null && box.height > 0 && Math.abs(place - seenAt) > 1;
    seenAt = isIntersecting ? place : null;
    if (isIntersecting || !isPushed || !target.matches(':focus-visible')) return;
    target.scrollIntoView({ block: 'nearest' });
  });
  const watch = () => {
    observer.disconnect();
    seenAt = null;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) observer.observe(activeElement);
  };
  addEventListener('focusin', watch, true);
  addEventListener(
    'scroll',
    () => {
      if (seenAt !== null && document.activeElement) seenAt = placeOf(document.activeElement);
    },
    { capture: true, passive: true },
  );
  watch();
}
