import { useLayoutEffect, useRef, type RefObject } from 'react';

const FIELDS =
  'input:not([type=hidden], [type=file], [readonly], :disabled), select:not(:disabled), textarea:not([readonly], :disabled)';

/** Focuses the first field inside an element on mount, also in a dialog that opens at the same time. */
export function useFirstField<Inside extends HTMLElement>(): RefObject<Inside | null> {
  const inside = useRef<Inside>(null);
  useLayoutEffect(() => {
    const first = inside.current?.querySelector<HTMLElement>(FIELDS);
    if (!first) return;
    // why: `showModal()` focuses the element with this attribute.
    first.setAttribute('autofocus', '');
    if (first.closest('dialog')?.open) first.focus();
  }, []);
  return inside;
}
