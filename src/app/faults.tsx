import { useLocation } from '@tanstack/react-router';
import { FaultPage } from '#ui/fault-page.tsx';

/** The screen of every page that fails and has none of its own. */
export function FailedPage() {
  const { pathname, searchStr } = useLocation();
  const here = pathname + searchStr;
  if (!pathname.startsWith('/ops')) return <FaultPage here={here} />;
  return <FaultPage here={here} home="/ops" homeName="Open the back office" />;
}

const reported = new WeakSet<Error>();

/**
 * Tells the server's log once of a page that failed: the route, the class of the error and where in our scripts it
 * was thrown. Its message stays here, as it may hold what a person typed. A failed read is no fault of a page.
 * @param matches the router's; the last one is of the page
 */
export function reportFault(
  error: unknown,
  matches: readonly { routeId: string; status: string }[],
): void {
  const isRead = matches.some(({ status }) => status === 'error');
  if (!(error instanceof Error) || isRead || reported.has(error)) return;
  reported.add(error);
  const at = error.stack?.match(/\/[\w./-]+\.[jt]sx?:\d+:\d+/g)?.slice(0, 5);
  // why: a script that the network lost, or that the next page stopped, was thrown nowhere in ours.
  if (!at) return;
  const route = matches.at(-1)?.routeId;
  navigator.sendBeacon('/faults', JSON.stringify({ route, name: error.name, at }));
}
