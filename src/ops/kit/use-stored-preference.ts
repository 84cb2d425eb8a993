import { useState } from 'react';

/**
 * A preference of this browser's user, stored in localStorage; null until one is set.
 * @param key of localStorage
 */
export function useStoredPreference(key: string): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(key));
  const store = (next: string) => {
    setValue(next);
    localStorage.setItem(key, next);
  };
  return [value, store];
}
