import { keepInSight } from './keep-in-sight.ts';
import { followPages } from './page-focus.ts';
import { followServerClock } from './server-clock.ts';
import type { getRouter } from './router.tsx';

/**
 * Begins what only matters to somebody who uses the page.
 * @param pathname the address that was hydrated
 */
export function onceUsed(router: ReturnType<typeof getRouter>, pathname: string): void {
  followPages(router, pathname);
  keepInSight();
  followServerClock();
}
