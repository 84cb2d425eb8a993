import { focusHeading, headingIn, keepFocus } from './keep-focus.ts';
import { LEFT_FOCUS_KEY } from './left-focus.ts';
import type { getRouter } from './router.tsx';

/** The control that had the focus when its page was left, as it is found again on the page that is built anew. */
interface LeftFocus {
  /** Of element, address and name. why not they themselves: names may be customers', and are kept in storage. */
  mark: number;
  /** Among the elements of the same mark. */
  index: number;
  isVisible: boolean;
}

const CONTROLS = 'a, button, input, select, textarea';

/** So many pages of a tab are remembered. */
const PAGES = 50;

function markOf(element: Element): number {
  const name = element.getAttribute('aria-label') ?? element.textContent;
  let mark = 0;
  for (const sign of `${element.localName} ${element.getAttribute('href')} ${name}`) {
    mark = (mark * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 40;
  }
  return mark;
}

const markedLike = (wanted: number) =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => markOf(one) === wanted);

function describeFocus(): LeftFocus | null {
  const element = document.activeElement;
  if (!element?.matches(CONTROLS)) return null;
  const mark = markOf(element);
  const index = markedLike(mark).findIndex((one) => one === element);
  return { mark, index, isVisible: element.matches(':focus-visible') };
}

/** The key of the history entry that the browser is at. */
// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const currentEntry = () => (history.state as { __TSR_key?: string } | null)?.__TSR_key ?? '';

/** Controls that this tab has left, by history entry, the latest last, from before this document too. */
function storedFocus(): Map<string, LeftFocus> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(LEFT_FOCUS_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Whether the page itself has put the focus into its content. */
function isPlaced(before: Element | null): boolean {
  const now = document.activeElement;
  return now !== before && now?.localName !== 'main' && Boolean(now?.closest('main'));
}

/**
 * Moves the focus to the heading of each new page, which a screen reader then says (WCAG 2.4.3), and on Back or
 * Forward to what had it there, also from another document. Leaves it where a page has put it. A heading that comes late is waited for until the
 * person goes on.
 * @param firstPath of the page that was loaded: a link may have been followed before this code arrived.
 */
export function followPages(router: ReturnType<typeof getRouter>, firstPath: string): void {
  const left = storedFocus();
  let entry = currentEntry();
  let before: Element | null = null;
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
      const kept = wanted && markedLike(wanted.mark)[wanted.index];
      const next = kept ?? headingIn(document, 'h1');
      if (!next || (now === next && given === next)) return;
      given = next;
      if (next === kept)
        next.focus({ preventScroll: true, focusVisible: wanted?.isVisible ?? true });
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

  const remember = () => {
    const focus = describeFocus();
    left.delete(entry);
    if (focus) left.set(entry, focus);
    for (const oldest of left.keys()) if (left.size > PAGES) left.delete(oldest);
  };

  router.history.subscribe(({ action }) => {
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
  });
  keepFocus(() => isArriving);
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (pathChanged) stop();
    before = document.activeElement;
    if (fromLocation) remember();
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    entry = currentEntry();
    if (fromLocation && pathChanged) arrive(isReturn ? left.get(entry) : undefined);
  });
  addEventListener('pagehide', () => {
    remember();
    try {
      sessionStorage.setItem(LEFT_FOCUS_KEY, JSON.stringify([...left]));
    } catch {
      // Without storage, Back from another document begins at the top of the page.
    }
  });
  const there = left.get(entry);
  if (router.state.location.pathname !== firstPath) arrive(undefined);
  else if (there && document.activeElement === document.body) arrive(there);
}
