import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useMemo } from 'react';

/** Where the tab keeps how deep a list was loaded, followed by the entry of its history: cards and the page's height in pixels. */
export const LIST_STATE_KEY = 'list';

/** How deep the list of this entry of the history was loaded before a reload, in cards; 0 or NaN: unknown. */
export function useRestoredCount(): [key: string, wanted: number] {
  const { __TSR_key: entry } = useRouter().history.location.state;
  const key = `${LIST_STATE_KEY}${entry}`;
  const wanted = useMemo(() => {
    try {
      return Number.parseInt(sessionStorage.getItem(key) ?? '');
    } catch {
      // why: without storage a reload begins with the first page, as it does in a new tab.
      return 0;
    }
  }, [key]);
  return [key, wanted];
}

/**
 * Notes how deep the list is loaded, and gives up the page's reserved room when that is there again.
 * @param count cards; 0 while some are on their way
 */
export function useSaveLoadedCount(key: string, count: number): void {
  useLayoutEffect(() => {
    if (!count) return;
    const { style, scrollHeight } = document.documentElement;
    style.minHeight = '';
    try {
      sessionStorage.setItem(key, `${count} ${scrollHeight}`);
    } catch {
      // As above.
    }
  }, [key, count]);
}
