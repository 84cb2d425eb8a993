import { parseRentalSearch, type RentalSearch } from '#domain/availability/rental-search.ts';

/**
 * Search middleware of the routes that have rental dates: a link to them carries the dates of the page
 * it is on, unless it names its own or `NO_DATES`.
 */
export function keepDates<Search extends RentalSearch>({
  search,
  next,
}: {
  search: Search;
  next: (search: Search) => Search;
}): Search {
  const own = next(search);
  // why `own` twice: its keys win and keep their order, else the server redirects to another order.
  return { ...own, ...parseRentalSearch(search), ...own };
}
