import { useEffect, useState } from 'react';

/** Whether `isSo` has been true for `ms` milliseconds without a break. */
export function useHeldFor(isSo: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo, ms]);
  return isSo && lasting;
}
