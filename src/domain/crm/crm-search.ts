import { isStudioDate, type StudioDate } from '../dates.ts';
import { addressText, readListSearch, type ListSearch } from '../list-search.ts';

/** The CRM's tabs, in the order in which they stand (back office §2). */
export const CRM_TABS = ['leads', 'enquiries', 'orders'] as const;

/** One of the CRM's tabs. */
export type CrmTab = (typeof CRM_TABS)[number];

/** What narrows a list, each a text of the address. */
export interface CrmFilters {
  /** Leads given to `me`, to `none`, or to the member of staff with this id. */
  assigned?: string;
  /** Leads with a message of the contact form that nobody has handled. */
  messages?: 'unhandled';
  status?: string;
  /** Payment status. */
  payment?: string;
  /** Days on which it came in, both counted. */
  from?: StudioDate;
  to?: StudioDate;
  /** The rental touches these days, both counted. */
  rental_from?: StudioDate;
  rental_to?: StudioDate;
  /** Orders that are out today, or whose return is due. */
  show?: 'out' | 'due';
  /** Id of the customer whose enquiries or orders these are. */
  customer?: string;
}

/** What the CRM's address says: the tab, what its list shows, and the open record. */
export interface CrmSearch extends CrmFilters, ListSearch {
  tab: CrmTab;
  /** Number of the record that is open, `ENQ-00042`. */
  open?: string;
}

const LEAD_SORTS = [
  'created',
  'number',
  'name',
  'email',
  'mobile',
  'assigned',
  'enquiries',
  'open_enquiries',
  'orders',
  'unhandled',
] as const;
const RENTAL_SORTS = [
  'created',
  'number',
  'name',
  'rental_from',
  'days',
  'total',
  'status',
] as const;

const RENTAL_FILTERS = ['status', 'from', 'to', 'rental_from', 'rental_to', 'customer'] as const;

const TABS: Record<CrmTab, { sorts: readonly string[]; filters: readonly (keyof CrmFilters)[] }> = {
  leads: { sorts: LEAD_SORTS, filters: ['assigned', 'messages'] },
  enquiries: { sorts: RENTAL_SORTS, filters: RENTAL_FILTERS },
  orders: {
    sorts: [...RENTAL_SORTS, 'payment_status'],
    filters: ['show', 'payment', ...RENTAL_FILTERS],
  },
};

/**
 * Reads the CRM's query string. What the tab does not know is left out and what is no value falls
 * back to the list's start, so that no address leads to an error.
 */
export function readCrmSearch(raw: Record<string, unknown>): CrmSearch {
  const tab = CRM_TABS.find((one) => one === raw['tab']) ?? 'leads';
  const search: CrmSearch = { tab, ...readListSearch(raw, TABS[tab].sorts) };
  for (const key of TABS[tab].filters) {
    const value = addressText(raw[key]);
    if (value && isFilterValue(key, value)) Object.assign(search, { [key]: value });
  }
  const open = addressText(raw['open']);
  if (open) search.open = open;
  return search;
}

function isFilterValue(key: keyof CrmFilters, value: string): boolean {
  if (DAYS.has(key)) return isStudioDate(value);
  if (key === 'customer') return UUID.test(value);
  if (key === 'assigned') return value === 'me' || value === 'none' || UUID.test(value);
  if (key === 'show') return value === 'out' || value === 'due';
  return key !== 'messages' || value === 'unhandled';
}

const DAYS: ReadonlySet<string> = new Set(['from', 'to', 'rental_from', 'rental_to']);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The list after a change of search, sort or filters: from its first page, with nothing open.
 * `undefined` takes something away.
 */
export function changeList(
  search: CrmSearch,
  change: { [Key in 'q' | 'sort' | keyof CrmFilters]?: CrmSearch[Key] | undefined },
): CrmSearch {
  const { page: _page, open: _open, ...list } = search;
  return readCrmSearch({ ...list, ...change });
}

/** The list without its open record. */
export function closeRecord({ open: _open, ...list }: CrmSearch): CrmSearch {
  return list;
}

/** The list on another page, with nothing open. */
export function turnPage(search: CrmSearch, page: number): CrmSearch {
  return readCrmSearch({ ...changeList(search, {}), page });
}

/** Whether the list shows only what meets some criteria. */
export function hasCriteria(search: CrmSearch): boolean {
  return (
    search.q !== undefined || TABS[search.tab].filters.some((key) => search[key] !== undefined)
  );
}

/** What of the address makes one list differ from another: all but the tab and the open record. */
export function listKey({ tab: _tab, open: _open, ...asked }: CrmSearch): Partial<CrmSearch> {
  return asked;
}
