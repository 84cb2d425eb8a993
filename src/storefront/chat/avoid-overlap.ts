/** Pixels between the points that are tested under the button. */
const STEP = 16;

/** Clearance around the button, in pixels. */
const MARGIN = 4;

/** Controls at least this high, in pixels, may be covered: a linked picture stays clickable beside the button. */
const LARGE = 110;

/** Time for which the page must be still before the button reappears (ms). */
const SETTLE_MS = 150;

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role=button]';
const BARS = 'header, [data-bottom-bar]';
const FIGURE = /[\d₹]+/g;

/**
 * Hides a floating button (`data-away`) while it would cover a digit, a price or a control of the
 * page, and shows it again once the page is still and nothing is covered.
 * @returns a function that stops watching
 */
export function avoidOverlap(button: HTMLElement): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    if (isCovering(button)) button.dataset['away'] = '';
    else timer = setTimeout(() => delete button.dataset['away'], SETTLE_MS);
  };
  const scheduleUpdate = () => {
    cancelAnimationFrame(frame);
    // why after the paint: this works out the layout, and the answer to a tap must not wait for that.
    frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(update);
    });
  };
  const sizes = new ResizeObserver(scheduleUpdate);
  sizes.observe(document.body);
  // why: content can also change without changing the page's height.
  const contents = new MutationObserver(scheduleUpdate);
  contents.observe(document.body, { childList: true, subtree: true });
  addEventListener('scroll', scheduleUpdate, { passive: true });
  addEventListener('resize', scheduleUpdate);
  scheduleUpdate();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    sizes.disconnect();
    contents.disconnect();
    removeEventListener('scroll', scheduleUpdate);
    removeEventListener('resize', scheduleUpdate);
  };
}

function isCovering(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [fromX, fromY] = [left - MARGIN, top - MARGIN];
  const columns = Math.ceil((width + 2 * MARGIN) / STEP);
  const rows = Math.ceil((height + 2 * MARGIN) / STEP);
  const own = button.parentElement;
  for (let at = 0; at < (columns + 1) * (rows + 1); at += 1) {
    const x = fromX + ((width + 2 * MARGIN) * (at % (columns + 1))) / columns;
    const y = fromY + ((height + 2 * MARGIN) * Math.floor(at / (columns + 1))) / rows;
    for (const element of document.elementsFromPoint(x, y)) {
      if (button.contains(element) || element === own) continue;
      if (isControlAt(element, x, y) || hasFigureAt(element, x, y)) return true;
      // why: elements below a bar are not visible.
      if (element.matches(BARS)) break;
    }
  }
  return false;
}

const isIn = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** why the bounding box: a card's link catches clicks on the whole card, but its own box is only the name. */
function isControlAt(element: Element, x: number, y: number): boolean {
  const box = element.closest(CONTROLS)?.getBoundingClientRect();
  return box !== undefined && box.height < LARGE && isIn(box, x, y);
}

function hasFigureAt(element: Element, x: number, y: number): boolean {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    for (const { 0: figure, index } of node.nodeValue?.matchAll(FIGURE) ?? []) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + figure.length);
      if (isIn(range.getBoundingClientRect(), x, y)) return true;
    }
  }
  return false;
}
