import { useEffect, type RefObject } from 'react';

/**
 * Closes an open panel on Escape (focus returns to the panel's button), on a press outside of `root`,
 * and when focus leaves it.
 */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  useEffect(() => {
    const element = root.current;
    if (!open || !element) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (element.contains(document.activeElement)) {
        element.querySelector<HTMLElement>('[aria-expanded], summary')?.focus();
      }
      close();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) close();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [root, open, close]);
}
