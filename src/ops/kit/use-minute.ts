import { useEffect, useState } from 'react';
import { present } from '#domain/clock.ts';
import { CLOCK_SET } from '#ui/clock-set.ts';
import { useRefetch } from './use-refetch.ts';

const MINUTE_MS = 60_000;

/** The current time, renewed every minute: for texts such as "5 h left". */
export function useMinute(): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const renew = () => setNow(present());
    const timer = setInterval(renew, MINUTE_MS);
    addEventListener(CLOCK_SET, renew);
    return () => {
      clearInterval(timer);
      removeEventListener(CLOCK_SET, renew);
    };
  }, []);
  return now;
}

/** The longest delay that a browser's timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Refetches when the first of these moments has passed.
 * why: a hold that ends changes no row, so no live update tells of it.
 */
export function useRefetchAt(moments: readonly string[]): void {
  const refetch = useRefetch();
  const first = moments.toSorted()[0];
  useEffect(() => {
    const wait = first === undefined ? -1 : Date.parse(first) - present().getTime();
    if (!(wait > 0 && wait < LONGEST_MS)) return undefined;
    const timer = setTimeout(() => void refetch(), wait + 1000);
    return () => clearTimeout(timer);
  }, [first, refetch]);
}
