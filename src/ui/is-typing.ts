/**
 * Whether a key press is meant for a field or an open dialog, so that the page's own keys must ignore
 * it.
 */
export function isTyping(target: EventTarget | null): boolean {
  const inField =
    target instanceof Element &&
    target.closest('input,textarea,select,[contenteditable="true"]') !== null;
  return inField || document.querySelector('dialog[open]') !== null;
}
