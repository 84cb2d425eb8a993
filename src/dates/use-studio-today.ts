import { useSyncExternalStore } from 'react';
import { studioToday, type StudioDate } from '#domain/days.ts';
import { CLOCK_SET } from '#ui/clock-set.ts';

/** Today in the studio, also once the server has said that the device's clock is wrong. */
export const useStudioToday = (): StudioDate =>
  useSyncExternalStore(subscribe, readToday, readToday);

const readToday = () => studioToday();

function subscribe(follow: () => void): () => void {
  addEventListener(CLOCK_SET, follow);
  return () => removeEventListener(CLOCK_SET, follow);
}
