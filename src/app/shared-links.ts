import type { ParsedLocation } from '@tanstack/react-router';
import { LRUCache } from 'lru-cache';

/** The parts of a router that build the address of a link. */
interface LinkBuilder<Options extends object, Location extends object> {
  latestLocation: { search: object };
  buildLocation: (options: Options) => Location;
}

/** Options that make the address of a link depend on the page it is on, or on more than a path and a search. */
const DEPENDENT = [
  'href',
  'from',
  'params',
  'hash',
  'state',
  'mask',
  'unsafeRelative',
  'leaveParams',
  '_includeValidateSearch',
] as const;

/**
 * The path and search of a link by which its address is the same on every page without rental dates, which links keep
 * (`keep-dates.ts`); undefined for other links.
 */
function keyOf(current: object, options: object): string | undefined {
  const { to, search } = options as { to?: unknown; search?: unknown };
  if ('from' in current || typeof to !== 'string' || !to.startsWith('/')) return undefined;
  if (DEPENDENT.some((name) => name in options)) return undefined;
  if (search === undefined) return to;
  return typeof search === 'object' ? `${to} ${JSON.stringify(search)}` : undefined;
}

/**
 * Makes a router look up the addresses of links that pages share. why: a list has 65 links, and each address is matched
 * with the routes and its search written anew; together they are a sixth of what a page costs.
 * @param known the addresses so far, of all routers of the process
 */
export function shareLinks<Options extends object, Location extends object>(
  router: LinkBuilder<Options, Location>,
  known: LRUCache<string, Location>,
): void {
  const build = router.buildLocation.bind(router);
  router.buildLocation = (options) => {
    const key = keyOf(router.latestLocation.search, options);
    const shared = key === undefined ? undefined : known.get(key);
    if (shared) return shared;
    const built = build(options);
    if (key !== undefined) known.set(key, built);
    return built;
  };
}

/** The most addresses that are held: the items of a large catalogue. */
const MOST = 5_000;

let links: LRUCache<string, ParsedLocation> | undefined;

/** The addresses of the links of this process. */
export const sharedLinks = () => (links ??= new LRUCache({ max: MOST }));
