/** In localStorage: 'off' on a device on which keys without Ctrl or Alt do nothing but type (WCAG 2.1.4). */
export const SINGLE_KEYS = 'single-keys';

/** Whether single letters and signs are shortcuts on this device. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    // A browser that stores nothing.
    return true;
  }
}
