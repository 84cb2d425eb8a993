/** One text in `localStorage`, held in memory where the browser refuses to store it. */
export interface BrowserText {
  /** The current text: the stored one, or the one that could not be stored. */
  text(): string | null;
  /** Whether another tab or script changed the stored text since we last read or wrote it. */
  changedOutside(): boolean;
  /** Reads the storage again. While a write is pending, the text in memory wins. */
  reload(): string | null;
  /**
   * Stores the text; null removes it.
   * @returns false when it is only in memory: storage is missing, full or switched off.
   */
  write(text: string | null): boolean;
}

/** Creates the text for one storage key. Never throws; browser only. */
export function createBrowserText(key: string): BrowserText {
  let current: string | null = null;
  let lastSeen: string | null = null;
  let pending = false;

  const read = (): string | null => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return lastSeen;
    }
  };

  const write = (text: string | null): boolean => {
    current = text;
    try {
      if (text === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, text);
      lastSeen = text;
      pending = false;
    } catch {
      pending = true;
    }
    return !pending;
  };

  return {
    text: () => current,
    changedOutside: () => !pending && read() !== lastSeen,
    reload() {
      if (pending) write(current);
      else current = lastSeen = read();
      return current;
    },
    write,
  };
}
