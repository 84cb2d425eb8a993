const CONTROLS =
  'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** So many controls before and after the one that has the focus are remembered. */
const NEIGHBOURS = 30;

/** Where a control was that had the focus. */
interface Place {
  element: Element;
  /** From the element upwards, without those that every control has. */
  parents: Element[];
  room: Element | null;
  before: Element[];
  after: Element[];
  path: string;
}

const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0;

const isUsable = (element: Element) => isShown(element) && !element.matches(':disabled');

/** The first visible heading within an element. */
export const headingIn = (root: ParentNode, levels = 'h1, h2, h3') =>
  [...root.querySelectorAll<HTMLElement>(levels)].find(isShown);

/** Moves the focus to a heading, which is no control. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function placeOf(element: Element): Place {
  const room = element.closest('dialog, main');
  const all = [...(room?.querySelectorAll(CONTROLS) ?? [])];
  const at = all.indexOf(element);
  const parents: Element[] = [];
  for (let one = element.parentElement; one && one !== room; one = one.parentElement) {
    parents.push(one);
  }
  return {
    element,
    parents,
    room,
    before: at < 0 ? [] : all.slice(Math.max(0, at - NEIGHBOURS), at).toReversed(),
    after: at < 0 ? [] : all.slice(at + 1, at + 1 + NEIGHBOURS),
    path: location.pathname,
  };
}

/** 'Remove' of 'Remove Brass Lamp': what a control does, whatever it does it with. */
const verbOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent).trim().split(' ')[0];

/** Heir of the focus of a control that is gone: its like, what came in its place, what follows, or a heading. */
function heirOf({ element, parents, room, before, after }: Place): HTMLElement | undefined {
  const root = parents.find((one) => one.isConnected) ?? room;
  if (!root || !isShown(root)) return undefined;
  const isThere = (one: Element) => root.contains(one) && isShown(one);
  const verb = verbOf(element);
  const isLike = (one: Element) => isThere(one) && one.matches(CONTROLS) && verbOf(one) === verb;
  const like = after.find(isLike) ?? before.find(isLike);
  if (like instanceof HTMLElement) return like;
  const heading = headingIn(root);
  if (!heading) {
    const known = new Set([...before, ...after]);
    const all = [...(room?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isShown);
    const near = all.findIndex((one) => before.find(isShown) === one);
    const behind = near < 0 ? undefined : all[near + 1];
    // The first of what 'Load more' added.
    if (behind && !known.has(behind)) return behind;
    const controls = all.filter((one) => root.contains(one));
    const next = controls.find((one) => !known.has(one)) ?? after.find(isThere) ?? controls[0];
    if (next instanceof HTMLElement) return next;
    if (near >= 0) return behind ?? all[near];
  }
  return heading ?? headingIn(room ?? document);
}

/**
 * Hands the focus on when the control that has it is removed or disabled, wherever that is (WCAG 2.4.3): to the same control of the
 * next row, to what came in its place, to what follows, else to the heading. A part that moves the focus itself comes
 * first.
 * @param isPaused while a new page gets the focus
 */
export function keepFocus(isPaused: () => boolean): void {
  /** Controls that had the focus, the latest last: a dialog gives it back to one before. */
  let places: Place[] = [];
  const isLost = () => document.activeElement === document.body && !isPaused();
  const remember = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof Element) || !target.matches(CONTROLS)) return;
    places = [...places.filter(({ element }) => element !== target), placeOf(target)].slice(-8);
  };
  const handOn = () => {
    while (isLost()) {
      const place = places.at(-1);
      // why: nobody removed what can still be used; the person has left it.
      if (!place || isUsable(place.element)) return;
      places.pop();
      if (place.path !== location.pathname) continue;
      const before = places.at(-1);
      const isBack = !place.room || !isShown(place.room);
      const heir = isBack ? before && isUsable(before.element) && before.element : heirOf(place);
      if (!(heir instanceof HTMLElement)) continue;
      if (heir.matches('h1, h2, h3')) focusHeading(heir);
      else heir.focus();
      // why: a heading that gets the focus does not scroll the page, and may be far above.
      if (heir.matches(':focus-visible')) heir.scrollIntoView({ block: 'nearest' });
    }
  };
  addEventListener('focusin', remember, true);
  // why: neighbours may have come since the control got the focus.
  addEventListener('keydown', remember, true);
  addEventListener('click', remember, true);
  addEventListener(
    'pointerup',
    () => {
      if (document.activeElement === document.body) places = [];
    },
    true,
  );
  // why a frame later: what removes a control may move the focus itself.
  new MutationObserver(() => {
    if (isLost() && places.length > 0) requestAnimationFrame(handOn);
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['open', 'hidden', 'disabled'],
  });
  remember({ target: document.activeElement });
}
