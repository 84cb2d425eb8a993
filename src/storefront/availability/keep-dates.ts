import {
  parseRentalSearch,
  type RentalDates,
  type RentalSearch,
} from '#domain/availability/rental-search.ts';

/** The visitor's rental dates, once a script of this page has read or set them; never on the server. */
let ofVisit: RentalDates | null = null;

/** Makes links carry these dates from now on; null: none. Browser only. */
export function keepForVisit(dates: RentalDates | null): void {
  ofVisit = dates;
}

/**
 * Search middleware of the routes that have rental dates: a link to them carries the dates of the page
 * it is on, else those of the visit, unless it names its own or `NO_DATES`.
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
  return { ...own, ...ofVisit, ...parseRentalSearch(search), ...own };
}
