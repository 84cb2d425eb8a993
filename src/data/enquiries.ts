import { queryOptions } from '@tanstack/react-query';
import { UNKNOWN_ITEM, type EnquiryCustomer, type EnquiryItem } from '#domain/crm/enquiry.ts';
import type { StudioDate } from '#domain/dates.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPage } from './crm-list.ts';
import { wordFilters } from './enquiry-search.ts';
import { dataOf, Failure } from './failure.ts';
import type { StaffApi } from './staff-api.ts';

/** An enquiry as staff see it. Totals are rupees without GST. */
export interface Enquiry {
  id: string;
  enquiry_number: string | null;
  created_at: string;
  status: string;
  total_price: number;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  message: string | null;
  /** As sent with this enquiry; the customer keeps what was first known. */
  contact_first_name: string | null;
  contact_last_name: string | null;
  contact_email: string | null;
  customers: EnquiryCustomer | null;
  items: EnquiryItem[];
}

interface ItemRow {
  id: string;
  item_type: string;
  item_id: string;
  quantity: number;
  price: number;
  rental_days: number;
}

type EnquiryRow = Omit<Enquiry, 'items'> & { enquiry_items: ItemRow[] };

const COLUMNS =
  'id,enquiry_number,created_at,status,total_price,rental_from,rental_to,message,' +
  'contact_first_name,contact_last_name,contact_email,' +
  'customers(first_name,last_name,mobile,email),' +
  'enquiry_items(id,item_type,item_id,quantity,price,rental_days)';

/** Which enquiries to list: the page from 1, and what to search for ('' for all). */
export interface EnquiryFilter {
  page: number;
  q: string;
}

/**
 * A page of the enquiries that are not converted, newest first, with the exact total: one request,
 * and one for the names of the page's items.
 */
export function enquiriesQuery(api: StaffApi, { page, q }: EnquiryFilter) {
  return queryOptions({
    queryKey: ['ops', 'enquiries', 'list', { page, q }],
    ...listOptions,
    queryFn: async (): Promise<ListPage<Enquiry>> => {
      const from = (page - 1) * ROWS_PER_PAGE;
      const words = wordFilters(q);
      const columns = [COLUMNS, ...words.map((word) => word.embed)].join(',');
      let request = api
        .from('enquiry_orders')
        .select(columns, { count: 'exact' })
        .neq('status', 'converted');
      for (const word of words) {
        request = request.or(word.customer, { referencedTable: word.alias }).or(word.enquiry);
      }
      const answer = await request
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .order('position', { referencedTable: 'enquiry_items' })
        .range(from, from + ROWS_PER_PAGE - 1)
        .overrideTypes<EnquiryRow[], { merge: false }>();
      // why: PostgREST refuses a range that starts behind the last row; to staff that is an empty page.
      if (answer.error?.code === 'PGRST103') {
        return { items: [], total: 0, total_is_exact: true, next: null };
      }
      const items = await withItemNames(api, dataOf(answer));
      const total = answer.count ?? items.length;
      const next = from + items.length < total ? String(page + 1) : null;
      return { items, total, total_is_exact: true, next };
    },
  });
}

/** One enquiry by its number, converted or not; null when there is none. */
export function enquiryQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: ['ops', 'enquiries', 'one', number],
    staleTime: 0,
    retry: retryOnce,
    queryFn: async (): Promise<Enquiry | null> => {
      const rows = dataOf(
        await api
          .from('enquiry_orders')
          .select(COLUMNS)
          .eq('enquiry_number', number)
          .order('position', { referencedTable: 'enquiry_items' })
          .limit(1)
          .overrideTypes<EnquiryRow[], { merge: false }>(),
      );
      return (await withItemNames(api, rows))[0] ?? null;
    },
  });
}

/** How many enquiries wait for their first answer. */
export function pendingEnquiriesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: ['ops', 'enquiries', 'pending-count'],
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    queryFn: async (): Promise<number> => {
      const answer = await api
        .from('enquiry_orders')
        .select('id', { count: 'exact' })
        .eq('status', 'pending')
        .limit(1);
      dataOf<unknown[]>(answer);
      if (answer.count === null) throw new Failure('No count came.', { status: answer.status });
      return answer.count;
    },
  });
}

/** A status as staff read it. */
export interface StatusLabel {
  value: string;
  label: string;
}

/** The labels of all enquiry statuses, by value; also of one that is no longer active. */
export function enquiryStatusesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: ['ops', 'enquiry-statuses'],
    staleTime: 60 * 60_000,
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const rows = dataOf(
        await api
          .from('crm_rental_enquiry_statuses')
          .select('value,label')
          .order('label')
          .overrideTypes<StatusLabel[], { merge: false }>(),
      );
      return new Map(rows.map((row) => [row.value, row.label]));
    },
  });
}

interface NameRow {
  type: string;
  id: string;
  code: string;
  name: string;
}

/**
 * Puts the items' names in place; one that cannot be fetched becomes "Unknown Item".
 * why: an enquiry's item can be of any kind, so no foreign key leads to its name; one read over the
 * view of all kinds answers for the whole page, and its failure must not hide the enquiries.
 */
async function withItemNames(api: StaffApi, rows: readonly EnquiryRow[]): Promise<Enquiry[]> {
  const ids = [...new Set(rows.flatMap((row) => row.enquiry_items.map((item) => item.item_id)))];
  const answers = await Promise.all(
    chunks(ids, IDS_PER_READ).map((part) =>
      api
        .from('catalogue_items')
        .select('type,id,code,name')
        .in('id', part)
        .overrideTypes<NameRow[], { merge: false }>(),
    ),
  );
  const names = new Map<string, NameRow>();
  for (const { data, error } of answers) {
    if (error) console.error('Item names could not be read.', error);
    for (const row of data ?? []) names.set(itemKey(row.type, row.id), row);
  }
  return rows.map(({ enquiry_items, ...enquiry }) => ({
    ...enquiry,
    items: enquiry_items.map((item) => enquiryItem(item, names)),
  }));
}

/** why: an address holds some 8 kB, and an id takes 37 characters of it. */
const IDS_PER_READ = 180;

function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}

const itemKey = (type: string, id: string) => `${type}:${id}`;

function enquiryItem(item: ItemRow, names: ReadonlyMap<string, NameRow>): EnquiryItem {
  const known = names.get(itemKey(item.item_type, item.item_id));
  return {
    id: item.id,
    type: item.item_type,
    quantity: item.quantity,
    price: item.price,
    rentalDays: item.rental_days,
    name: known?.name ?? UNKNOWN_ITEM,
    code: known?.code ?? '',
  };
}
