import type { ParsedLocation } from '@tanstack/react-router';
import { focusHeading, headingIn, keepFocus } from './keep-focus.ts';
import type { getRouter } from './router.tsx';

/** What had the focus when its page was left, as it is found again on the page that is built anew. */
interface LeftFocus {
  selector: string;
  name: string;
  /** Among the elements of the same name. */
  index: number;
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

const namedLike = ({ selector, name }: Omit<LeftFocus, 'index'>) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => nameOf(one) === name);

function describeFocus(): LeftFocus | null {
  const element = document.activeElement;
  if (!element?.matches('a, button, input, select, textarea')) return null;
  const href = element.getAttribute('href');
  const selector = element.localName + (href === null ? '' : `[href="${CSS.escape(href)}"]`);
  const name = nameOf(element);
  const index = namedLike({ selector, name }).findIndex((one) => one === element);
  return { selector, name, index };
}

/** why the address: a page's entry has no key yet where the server has rendered it. */
// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const keyOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href;

/** Whether the page itself has put the focus into its content. */
function isPlaced(before: Element | null): boolean {
  const now = document.activeElement;
  return now !== before && now?.localName !== 'main' && Boolean(now?.closest('main'));
}

/**
 * Moves the focus to the heading of each new page, which a screen reader then says (WCAG 2.4.3), and on Back or
 * Forward to what had it there. Leaves it where a page has put it. A heading that comes late is waited for until the
 * person goes on.
 * @param firstPath of the page that was loaded: a link may have been followed before this code arrived.
 */
export function followPages(router: ReturnType<typeof getRouter>, firstPath: string): void {
  const left = new Map<string, LeftFocus>();
  let before: Element | null = document.activeElement;
  let isReturn = false;
  let isArriving = false;
  let stop = () => {};

  const arrive = (wanted: LeftFocus | undefined) => {
    stop();
    const asked = new AbortController();
    let given: HTMLElement | undefined;
    const settle = () => {
      const now = document.activeElement;
      // why: a dialog that closes gives the focus back to what opened it.
      if (now?.closest('dialog[open]')) return;
      const isMoved = given ? now !== given && now !== document.body : isPlaced(before);
      if (isMoved) return stop();
      const kept = wanted && namedLike(wanted)[wanted.index];
      const next = kept ?? headingIn(document, 'h1');
      if (!next || (now === next && given === next)) return;
      given = next;
      if (next === kept) next.focus({ preventScroll: true });
      else focusHeading(next);
    };
    const watch = new MutationObserver(settle);
    isArriving = true;
    stop = () => {
      isArriving = false;
      asked.abort();
      watch.disconnect();
    };
    const options = { capture: true, passive: true, signal: asked.signal };
    for (const sign of ['keydown', 'pointerdown']) addEventListener(sign, stop, options);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
    settle();
  };

  router.history.subscribe(({ action }) => {
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
  });
  keepFocus(() => isArriving);
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (pathChanged) stop();
    before = document.activeElement;
    const focus = describeFocus();
    if (fromLocation && focus) left.set(keyOf(fromLocation), focus);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const there = left.get(keyOf(toLocation)) ?? left.get(toLocation.href);
    arrive(isReturn ? there : undefined);
  });
  if (router.state.location.pathname !== firstPath) arrive(undefined);
}
