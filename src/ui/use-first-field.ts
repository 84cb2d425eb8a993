import { useLayoutEffect, useRef, type RefObject } from 'react';

const FIELDS =
  'input:not([type=hidden], [type=file], [readonly], :disabled), select:not(:disabled), textarea:not([readonly], :disabled)';

/** Focuses the first field inside an element once it is there, also in a dialog that opens with it. */
export function useFirstField<Inside extends HTMLElement>(): RefObject<Inside | null> {
  const inside = useRef<Inside>(null);
  useLayoutEffect(() => {
    const first = inside.current?.querySelector<HTMLElement>(FIELDS);
    if (!first) return;
    // why: a dialog that is opened after this looks for the attribute.
    first.setAttribute('autofocus', '');
    if (first.closest('dialog')?.open) first.focus();
  }, []);
  return inside;
}
