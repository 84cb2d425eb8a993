/** One text in `localStorage` that keeps working in memory where the storage does not. */
export interface BrowserText {
  /** What is kept now: the stored text, or what could not be stored. */
  text(): string | null;
  /** Whether somebody else (another tab, a script) changed the stored text since we saw it. */
  changedOutside(): boolean;
  /** Reads the storage again. While a write is outstanding, the text in memory stays the truth. */
  reload(): string | null;
  /**
   * Keeps another text, null for none.
   * @returns false when it is in memory only: no storage, a full one, or one that is switched off.
   */
  write(text: string | null): boolean;
}

/** Makes the text for one storage key. Never throws; browser only. */
export function createBrowserText(key: string): BrowserText {
  let kept: string | null = null;
  let seen: string | null = null;
  let outstanding = false;

  const read = (): string | null => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return seen;
    }
  };

  const write = (text: string | null): boolean => {
    kept = text;
    try {
      if (text === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, text);
      seen = text;
      outstanding = false;
    } catch {
      outstanding = true;
    }
    return !outstanding;
  };

  return {
    text: () => kept,
    changedOutside: () => !outstanding && read() !== seen,
    reload() {
      if (outstanding) write(kept);
      else kept = seen = read();
      return kept;
    },
    write,
  };
}
