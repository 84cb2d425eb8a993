/**
 * Gives the page the height it had before a reload, so that its scroll position can be restored. Its
 * source is inlined into the page, so it can use nothing from outside the function.
 * @param key prefix of the session storage key of a list's card count and height; the key of the
 *   history entry follows it
 */
export default function restoreHeight(key: string) {
  try {
    const { __TSR_key: entry } = history.state as { __TSR_key: string };
    const height = sessionStorage.getItem(key + entry)?.split(' ')[1];
    if (height) document.documentElement.style.minHeight = `${height}px`;
  } catch {
    // Without storage, or in a new history entry, the page starts at its top.
  }
}
