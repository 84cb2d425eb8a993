import { queryOptions } from '@tanstack/react-query';
import { UNKNOWN_ITEM, type EnquiryCustomer, type EnquiryItem } from '#domain/crm/enquiry.ts';
import { DEFAULT_SORT, type CrmSearch } from '#domain/crm/crm-search.ts';
import type { StudioDate } from '#domain/dates.ts';
import { listOptions, retryOnce, ROWS_PER_PAGE, type ListPage } from './crm-list.ts';
import { dataOf } from './failure.ts';
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

interface ListedLine extends Omit<ItemRow, 'item_id'> {
  name: string | null;
  code: string | null;
}

type ListedEnquiry = Omit<Enquiry, 'customers' | 'items'> & {
  customer: EnquiryCustomer;
  items: ListedLine[];
};

/** A page of the enquiries that are not converted, as the address asks for it: one request. */
export function enquiriesQuery(api: StaffApi, search: CrmSearch) {
  const { q = '', sort = DEFAULT_SORT, page = 1, status, from, to, customer } = search;
  return queryOptions({
    queryKey: ['ops', 'enquiries', 'list', { q, sort, page, status, from, to, customer }],
    ...listOptions,
    queryFn: async ({ signal }): Promise<ListPage<Enquiry>> => {
      const answer = await api
        .rpc('search_enquiries', {
          q,
          sort,
          page,
          size: ROWS_PER_PAGE,
          ...(status ? { statuses: [status] } : {}),
          ...(from ? { created_from: from } : {}),
          ...(to ? { created_to: to } : {}),
          ...(customer ? { customer_id: customer } : {}),
        })
        .abortSignal(signal);
      // why: the function answers jsonb, for which the generated types have no shape; the database
      // tests hold it to this one.
      const listed = dataOf(answer) as unknown as ListPage<ListedEnquiry>;
      return { ...listed, items: listed.items.map(listedEnquiry) };
    },
  });
}

function listedEnquiry({ customer, items, ...enquiry }: ListedEnquiry): Enquiry {
  return {
    ...enquiry,
    customers: customer,
    items: items.map((line) => ({
      id: line.id,
      type: line.item_type,
      quantity: line.quantity,
      price: line.price,
      rentalDays: line.rental_days,
      name: line.name ?? UNKNOWN_ITEM,
      code: line.code ?? '',
    })),
  };
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
