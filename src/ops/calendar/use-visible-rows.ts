import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { visibleRows, type RowRange } from '#domain/timeline/visible-rows.ts';

/** why: the rows of a screen are there before the first measurement. */
const FIRST_RANGE: RowRange = { first: 0, end: 48 };
/** Rows outside of the screen on either side. */
const SPARE_ROWS = 12;
/** why: the page changes once in several rows and not at each. */
const STEP = 6;

/**
 * The rows of a long list that are in the page: those on the screen and some around them; all while it is
 * printed.
 * @param offsets of `rowOffsets`, the same array until the rows change
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  offsets: readonly number[],
): RowRange {
  const [range, setRange] = useState(FIRST_RANGE);
  const isPrinting = usePrinting();
  const rows = offsets.length - 1;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const view = { top: element.scrollTop, height: element.clientHeight };
      const { first, end } = visibleRows(offsets, view, SPARE_ROWS);
      const next = { first: first - (first % STEP), end: end + STEP - (end % STEP) };
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, offsets]);
  if (isPrinting) return { first: 0, end: rows };
  return { first: Math.min(range.first, rows), end: Math.min(range.end, rows) };
}

/** Whether the page is being printed; already when the browser takes its picture of the page. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // why at once: the browser prints the page right after this event.
    const update = () => flushSync(() => setIsPrinting(media.matches));
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    media.addEventListener('change', update);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', update);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
