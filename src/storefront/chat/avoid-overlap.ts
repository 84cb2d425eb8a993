/** Pixels between the points of the page that are looked at under the button. */
const STEP = 16;

/** Kept free around the button, in pixels. */
const MARGIN = 4;

/** Pixels from which a control is so large that the button takes nothing from it, such as a picture that is a link. */
const LARGE = 110;

/** How long nothing may have moved before the button comes back. */
const REST_MS = 150;

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role=button]';
const BARS = 'header, [data-bottom-bar]';
const FIGURE = /[\d₹]+/g;

/**
 * Takes a floating button away (`data-away`) while it would lie over a figure, a price or a control of
 * the page, and brings it back when the page rests where it lies over none.
 * @returns what stops it
 */
export function avoidOverlap(button: HTMLElement): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (isCovering(button)) button.dataset['away'] = '';
    else timer = setTimeout(() => delete button.dataset['away'], REST_MS);
  };
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const sizes = new ResizeObserver(soon);
  sizes.observe(document.body);
  // why: what comes and goes inside a page of the same height.
  const contents = new MutationObserver(soon);
  contents.observe(document.body, { childList: true, subtree: true });
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  soon();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    sizes.disconnect();
    contents.disconnect();
    removeEventListener('scroll', soon);
    removeEventListener('resize', soon);
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
      // why: what lies under a bar cannot be seen.
      if (element.matches(BARS)) break;
    }
  }
  return false;
}

const isIn = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** why the box: a card's link covers all of the card, but its own box is the name. */
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
