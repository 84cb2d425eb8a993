import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useMemo } from 'react';

/**
 * Prefix of the `sessionStorage` keys, followed by the key of the history entry. The value is the
 * number of loaded cards and the page's height in pixels, separated by a space.
 */
export const LIST_STATE_KEY = 'list';

/**
 * The storage key of this history entry, and how many cards it had loaded before a reload or Back; 0 or
 * NaN if unknown.
 */
export function useRestoredCount(): [key: string, count: number] {
  const { __TSR_key: entry } = useRouter().history.location.state;
  const key = `${LIST_STATE_KEY}${entry}`;
  const count = useMemo(() => {
    try {
      return Number.parseInt(sessionStorage.getItem(key) ?? '');
    } catch {
      // Without storage a reload starts with the first page.
      return 0;
    }
  }, [key]);
  return [key, count];
}

/**
 * Saves how many cards are loaded, and releases the page height that was reserved for them.
 * @param count cards; 0 while the list is still being restored
 */
export function useSaveLoadedCount(key: string, count: number): void {
  useLayoutEffect(() => {
    if (!count) return;
    const { style, scrollHeight } = document.documentElement;
    style.minHeight = '';
    try {
      sessionStorage.setItem(key, `${count} ${scrollHeight}`);
    } catch {
      // As in useRestoredCount.
    }
  }, [key, count]);
}
