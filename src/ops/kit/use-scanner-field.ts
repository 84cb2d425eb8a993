import { useEffect, type RefObject } from 'react';

/**
 * Leads keys that are typed where no field has the focus into a field, so that a hand scanner types its code there and
 * its Enter presses no focused button. A field in a dialog takes the keys of that dialog alone.
 * @param isForPage whether a field outside of dialogs takes those of the page, whose single-key shortcuts then end
 */
export function useScannerField(
  field: RefObject<HTMLInputElement | null>,
  isForPage = false,
): void {
  useEffect(() => {
    const catchKey = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && event.key !== ' ';
      if (!isText || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select')) return;
      const dialog = field.current?.closest('dialog') ?? null;
      const open = [...document.querySelectorAll('dialog[open]')];
      if ((dialog || isForPage) && open.every((one) => one === dialog)) field.current?.focus();
    };
    document.addEventListener('keydown', catchKey, true);
    return () => document.removeEventListener('keydown', catchKey, true);
  }, [field, isForPage]);
}
