/**
 * Prepares a page that is shown again after a reload or Back from another document. Gives it the height it had, so
 * that its scroll position can be restored. Where something had the focus, the page counts as used once it is
 * hydrated: what returns the focus loads then. Its
 * source is inlined into the page, so it can use nothing from outside the function.
 * @param key prefix of the session storage key of a list's card count and height; the key of the
 *   history entry follows it
 * @param focusKey session storage key of what had the focus
 * @param hydrated event dispatched when React has hydrated the page
 */
export default function restoreHeight(key: string, focusKey: string, hydrated: string) {
  try {
    const { __TSR_key: entry } = history.state as { __TSR_key: string };
    const height = sessionStorage.getItem(key + entry)?.split(' ')[1];
    if (height) document.documentElement.style.minHeight = `${height}px`;
    if (sessionStorage.getItem(focusKey)?.includes(entry)) {
      addEventListener(hydrated, () => dispatchEvent(new Event('focusin')));
    }
  } catch {
    // Without storage, or in a new history entry, the page starts at its top.
  }
}
