import type { Sql } from 'postgres';
import { visitorAddress, type LoadRequest, type NextRequest } from '../support/load.ts';

/** Parameters of a load. */
export interface SiteData {
  anonKey: string;
}

export interface SearchData extends SiteData {
  needles: string[];
  /** Whether every request is unique, so that each reaches the database. */
  varied: boolean;
}

/** A function call from a new visitor address. */
export function call(name: string, n: number, { anonKey }: SiteData, given: object): LoadRequest {
  return {
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      'content-type': 'application/json',
      'x-forwarded-for': visitorAddress(n),
    },
    body: JSON.stringify(given),
  };
}

const needleOf = (n: number, needles: string[]) => needles[n % needles.length] ?? '';

/** A search of the props with totals and facet counts. */
export const searchOurs: NextRequest<SearchData> = (n, data) => {
  const q = needleOf(n, data.needles);
  // why: spaces around a term are ignored, and make the request unique.
  const around = data.varied ? n.toString(2).replaceAll('0', ' ').replaceAll('1', '\t') : '';
  return call('search_catalogue', n, data, { kind: 'prop', q: `${q}${around}`, size: 24 });
};

const SEARCH = `query($input: SearchInput!) { search(input: $input) { totalItems
  items { productId productName slug description priceWithTax { ... on SinglePrice { value } } productAsset { preview } }
  facetValues { count facetValue { id name } } } }`;

/** The same search in Vendure's shop. */
export const searchVendure: NextRequest<{ needles: string[] }> = (n, { needles }) => ({
  path: '/shop-api',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: SEARCH,
    variables: { input: { term: needleOf(n, needles), take: 24, groupByProduct: true } },
  }),
});

export interface EnquiryData extends SiteData {
  items: { type: 'prop'; id: string; price: number }[];
  rentalFrom: string;
  rentalTo: string;
  /** Separates this load's keys, mobiles and addresses from those of others: 0, 1, 2, … */
  load: number;
}

/** Parts of enquiries: items of the catalogue, and future dates. */
export async function enquiryData(sql: Sql, anonKey: string): Promise<Omit<EnquiryData, 'load'>> {
  const items = await sql<EnquiryData['items']>`
    select 'prop' as type, id, price::float8 as price from public.props
    where active order by id limit 300`;
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return { anonKey, items: [...items], rentalFrom: day(30), rentalTo: day(32) };
}

/** An enquiry for three props, with a unique mobile, address and key. */
export const sendEnquiry: NextRequest<EnquiryData> = (n, data) => {
  const { items } = data;
  const place = data.load * 1_000_000 + n;
  return call('submit_enquiry', place, data, {
    idempotency_key: `00000000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    first_name: 'Asha',
    last_name: 'Rao',
    mobile: `+91${7e9 + place}`,
    email: `asha.${place}@example.test`,
    rental_from: data.rentalFrom,
    rental_to: data.rentalTo,
    message: 'We would like to collect the evening before.',
    items: [0, 1, 2].map((at) => ({
      ...items[(n * 3 + at) % items.length],
      quantity: 1 + ((n + at) % 3),
    })),
  });
};

export interface SoakData extends EnquiryData {
  pages: string[];
  pictures: string[];
  needles: string[];
}

/** The repeating sequence of visitors' requests. */
const MIX = ['page', 'search', 'picture', 'new search', 'page', 'picture', 'search', 'page'];

/** The next request of a mix: pages, pictures, repeated and new searches, enquiries. */
export const mixed: NextRequest<SoakData> = (n, data) => {
  const turn = Math.floor(n / MIX.length);
  const from = (paths: string[]) => ({
    path: paths[turn % paths.length] ?? '/',
    headers: {
      'x-forwarded-for': visitorAddress(n),
      accept: 'text/html,image/avif,image/webp',
      'accept-encoding': 'gzip, deflate, br',
    },
  });
  switch (MIX[n % MIX.length]) {
    case 'page':
      return turn % 4 === 0 ? sendEnquiry(n, data) : from(data.pages);
    case 'picture':
      return from(data.pictures);
    default:
      return searchOurs(n, { ...data, varied: MIX[n % MIX.length] === 'new search' });
  }
};
