import type { MadeKind } from './new-rental.ts';
import { isStudioDate, type StudioDate } from '../days.ts';
import { addressText, readListSearch, type ListSearch } from '../list-search.ts';

/** The CRM's tabs in display order. */
export const CRM_TABS = ['leads', 'enquiries', 'orders'] as const;

/** One of the CRM's tabs. */
export type CrmTab = (typeof CRM_TABS)[number];

/** Filters of the CRM lists, as in the address. */
export interface CrmFilters {
  /** Leads assigned to `me`, `none`, or the member of staff with this id. */
  assigned?: string;
  /** Enquiries or orders owned by `me`, `none`, or the member of staff with this id. */
  owner?: string;
  /** Leads with an unhandled contact message. */
  messages?: 'unhandled';
  status?: string;
  /** Payment status. */
  payment?: string;
  /** Creation dates, inclusive. */
  from?: StudioDate;
  to?: StudioDate;
  /** The rental overlaps these dates, inclusive. */
  rental_from?: StudioDate;
  rental_to?: StudioDate;
  /** Orders out today, or with a return due. */
  show?: 'out' | 'due';
  /** Customer id. */
  customer?: string;
}

/** Tabs of an open enquiry or order, beside its items. */
export const RECORD_PARTS = ['documents', 'money', 'emails'] as const;

/** One of the tabs beside the items. */
export type RecordPart = (typeof RECORD_PARTS)[number];

/** State of the CRM in the address: tab, list and open record. */
export interface CrmSearch extends CrmFilters, ListSearch {
  tab: CrmTab;
  /** Number of the open record: `ENQ-00042`. */
  open?: string;
  /** Tab of the open record; its items without it. */
  part?: RecordPart;
  /** The form of a new enquiry or order is open. */
  new?: MadeKind;
  /** The list of likely duplicates is open over the leads. */
  list?: 'duplicates';
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

const RENTAL_FILTERS = [
  'owner',
  'status',
  'from',
  'to',
  'rental_from',
  'rental_to',
  'customer',
] as const;

const TABS: Record<CrmTab, { sorts: readonly string[]; filters: readonly (keyof CrmFilters)[] }> = {
  leads: { sorts: LEAD_SORTS, filters: ['assigned', 'messages'] },
  enquiries: { sorts: RENTAL_SORTS, filters: RENTAL_FILTERS },
  orders: {
    sorts: [...RENTAL_SORTS, 'payment_status'],
    filters: ['show', 'payment', ...RENTAL_FILTERS],
  },
};

/**
 * Parses the CRM's query string. Unknown keys and invalid values are dropped, so that no address
 * causes an error.
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
  const part = RECORD_PARTS.find((one) => one === raw['part']);
  if (open && part) search.part = part;
  const made = MADE.find((one) => one === raw['new']);
  if (made) search.new = made;
  if (tab === 'leads' && raw['list'] === 'duplicates') search.list = 'duplicates';
  return search;
}

function isFilterValue(key: keyof CrmFilters, value: string): boolean {
  if (DAYS.has(key)) return isStudioDate(value);
  if (key === 'customer') return UUID.test(value);
  if (key === 'assigned' || key === 'owner')
    return value === 'me' || value === 'none' || UUID.test(value);
  if (key === 'show') return value === 'out' || value === 'due';
  return key !== 'messages' || value === 'unhandled';
}

const MADE: readonly MadeKind[] = ['enquiry', 'order'];

const DAYS: ReadonlySet<string> = new Set(['from', 'to', 'rental_from', 'rental_to']);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Changes search, sort or filters; goes to the first page and closes the open record. `undefined`
 * clears a value.
 */
export function changeList(
  search: CrmSearch,
  change: { [Key in 'q' | 'sort' | keyof CrmFilters]?: CrmSearch[Key] | undefined },
): CrmSearch {
  const { page: _page, open: _open, part: _part, new: _new, list: _list, ...rest } = search;
  return readCrmSearch({ ...rest, ...change });
}

/** Opens a record at its items. */
export function openRecord(search: CrmSearch, number: string): CrmSearch {
  return { ...closeRecord(search), open: number };
}

/** Selects a tab of the open record; undefined: its items. */
export function selectPart(search: CrmSearch, part: RecordPart | undefined): CrmSearch {
  const { part: _part, ...rest } = search;
  return part && search.open ? { ...rest, part } : rest;
}

/** Closes the open record. */
export function closeRecord({ open: _open, part: _part, ...list }: CrmSearch): CrmSearch {
  return list;
}

/** Opens the form of a new enquiry or order; closes the open record. */
export function openNew(
  { open: _open, part: _part, ...list }: CrmSearch,
  make: MadeKind,
): CrmSearch {
  return { ...list, new: make };
}

/** Closes the form of a new enquiry or order. */
export function closeNew({ new: _new, ...list }: CrmSearch): CrmSearch {
  return list;
}

/** Opens the list of likely duplicates over the leads. */
export function openDuplicates(search: CrmSearch): CrmSearch {
  return { ...search, list: 'duplicates' };
}

/** Closes the list of likely duplicates. */
export function closeDuplicates({ list: _list, ...rest }: CrmSearch): CrmSearch {
  return rest;
}

/** Goes to another page and closes the open record. */
export function turnPage(search: CrmSearch, page: number): CrmSearch {
  return readCrmSearch({ ...changeList(search, {}), page });
}

/** Whether a search or filter is set. */
export function hasCriteria(search: CrmSearch): boolean {
  return (
    search.q !== undefined || TABS[search.tab].filters.some((key) => search[key] !== undefined)
  );
}

/** The part of the state that identifies a list, without the tab and what is open over it. */
export function listKey({
  tab: _tab,
  open: _open,
  part: _part,
  new: _new,
  list: _list,
  ...asked
}: CrmSearch): Partial<CrmSearch> {
  return asked;
}
