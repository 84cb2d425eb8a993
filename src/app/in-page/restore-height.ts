/**
 * Makes the page as high as it was before a reload, so that it can be scrolled to where it was. Runs
 * in the page, as text: nothing from outside of it is at hand.
 * @param key where the tab keeps cards and height of a list, followed by the entry of its history
 */
export default function restoreHeight(key: string) {
  try {
    const { __TSR_key: entry } = history.state as { __TSR_key: string };
    const height = sessionStorage.getItem(key + entry)?.split(' ')[1];
    if (height) document.documentElement.style.minHeight = `${height}px`;
  } catch {
    // Without storage, or in a new entry of the history, the page begins at its top.
  }
}
