import { useState } from 'react';

/**
 * A choice of who works here, kept in this browser: null until there is one.
 * @param key of localStorage
 */
export function useRemembered(key: string): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(key));
  const remember = (next: string) => {
    setValue(next);
    localStorage.setItem(key, next);
  };
  return [value, remember];
}
