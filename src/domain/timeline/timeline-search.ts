import { itemKindOf } from '../catalogue/kinds/item-kind-of.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';
import { isStudioDate, type StudioDate } from '../days.ts';
import { addressText, readListSearch } from '../list-search.ts';
import { TIMELINE_VIEWS, type TimelineView } from './periods.ts';

/** Filters of the calendar, as in the address. */
export interface TimelineFilters {
  /** Search text: items as in the managers, orders by number or customer. */
  q?: string;
  kind?: ItemKind;
  /** Slug of a category of the kind. */
  category?: string;
  /** Customer id. */
  customer?: string;
  /** Orders and enquiries of `me`, `none`, or the member of staff with this id. */
  owner?: string;
  /** Items with nothing reserved on the days too. */
  show?: 'all';
}

/** State of the calendar in the address. */
export interface TimelineSearch extends TimelineFilters {
  /** A day of the period; omitted for today. */
  from?: StudioDate;
  /** Omitted for a month. */
  view?: Exclude<TimelineView, 'month'>;
  /** Omitted for items. */
  by?: 'orders';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const [EARLIEST, LATEST] = ['2000-02-01', '9998-10-01'];

/** Parses the calendar's query string. Unknown keys and invalid values are dropped. */
export function readTimelineSearch(raw: Record<string, unknown>): TimelineSearch {
  const search: TimelineSearch = {};
  const from = addressText(raw['from']);
  if (isStudioDate(from) && from >= EARLIEST && from < LATEST) search.from = from;
  const view = TIMELINE_VIEWS.find((one) => one === raw['view']);
  if (view && view !== 'month') search.view = view;
  if (raw['by'] === 'orders') search.by = 'orders';
  const { q } = readListSearch(raw, []);
  if (q !== undefined) search.q = q;
  const kind = itemKindOf(raw['kind']);
  if (kind) {
    search.kind = kind;
    const category = addressText(raw['category']);
    if (category) search.category = category;
  }
  const customer = addressText(raw['customer']);
  if (UUID.test(customer)) search.customer = customer;
  const owner = addressText(raw['owner']);
  if (owner === 'me' || owner === 'none' || UUID.test(owner)) search.owner = owner;
  if (raw['show'] === 'all' && !search.by) search.show = 'all';
  return search;
}

/** Changes the calendar's state; another kind drops the category. `undefined` clears a value. */
export function changeTimeline(
  search: TimelineSearch,
  change: { [Key in keyof TimelineSearch]?: TimelineSearch[Key] | undefined },
): TimelineSearch {
  const { category: _category, ...others } = search;
  const isOtherKind = 'kind' in change && change.kind !== search.kind;
  return readTimelineSearch({ ...(isOtherKind ? others : search), ...change });
}

/** Clears search and filters; the days and the rows stay. */
export function clearFilters({ from, view, by }: TimelineSearch): TimelineSearch {
  return readTimelineSearch({ from, view, by });
}

/** Whether a search or filter narrows the rows. */
export function isFiltered(search: TimelineSearch): boolean {
  const { q, kind, customer, owner } = search;
  return [q, kind, customer, owner].some((value) => value !== undefined);
}
