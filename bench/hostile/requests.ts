import { visitorAddress, type LoadRequest, type NextRequest } from '../support/load.ts';
import { sendEnquiry, type EnquiryData } from '../throughput/requests.ts';

/** What attackers and visitors need to know of the site. */
export interface HostileData extends EnquiryData {
  /** Addresses of item pages. */
  pages: string[];
  /** Stored pictures, and secrets of links to documents. */
  pictures: string[];
  secrets: string[];
}

/** Addresses from which the hostile requests come. */
export const ATTACKERS = 20;

const list = (count: number, each: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => each(at)).join(',');

/** Reads that cost PostgreSQL seconds: 480 patterns of five wildcards, and embeds in embeds. */
const REFUSED = [
  `catalogue_items?select=id&or=(${list(480, (at) => `name.ilike.*e*a*e*a*z${at}`)})`,
  `prop_categories?select=*,${list(4, (at) => `a${at}:props(*,prop_categories(*,props(*)))`)}`,
];

/** The dearest reads that a visitor may send. */
const ALLOWED = [
  `catalogue_items?select=*&or=(${list(3, (at) => `name.ilike.*a*e*${at}`)})&order=name,code,id,slug`,
  `prop_categories?select=*,${list(4, (at) => `a${at}:props(*)`)}`,
  'props?select=*,prop_categories(*),colors(*),prop_brands(*)&name=ilike.*a*e*i&order=description,name',
];

type Make = (n: number, data: HostileData) => LoadRequest;

const rest =
  (paths: string[]): Make =>
  (n, { anonKey }) => ({
    path: `/rest/v1/${paths[n % paths.length]}`,
    headers: { apikey: anonKey },
  });

const call =
  (name: string, given: (n: number, data: HostileData) => object): Make =>
  (n, data) => ({
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    headers: { apikey: data.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(given(n, data)),
  });

/** A day, so many days after the first one of the data's rental. */
const dayAfter = (data: HostileData, days: number) =>
  new Date(Date.parse(data.rentalFrom) + days * 86_400_000).toISOString().slice(0, 10);

/** The kinds of hostile requests; none is answered from a cache. */
export const HOSTILE: Record<string, Make> = {
  refused: rest(REFUSED),
  reads: rest(ALLOWED),
  availability: call('availability', (n, data) => ({
    rental_from: dayAfter(data, n % 50),
    rental_to: dayAfter(data, (n % 50) + 91),
    items: data.items.slice(0, 100).map(({ type, id }) => ({ type, id, quantity: 999 })),
  })),
  search: call('search_catalogue', (n, data) => ({
    kind: 'prop',
    q: `a ${n}`.slice(0, 3),
    size: 100,
    rental_from: dayAfter(data, n % 50),
    rental_to: dayAfter(data, (n % 50) + 91),
    only_free: true,
  })),
  'dated pages': (n, data) => ({
    path: `/rent-props?from=${dayAfter(data, n % 97)}&to=${dayAfter(data, (n % 97) + 60)}&q=${n}`,
  }),
  'PDF files': (n, { secrets }) => ({ path: `/quote.pdf?k=${secrets[n % secrets.length]}` }),
  pictures: (n, { pictures }) => ({
    path: `/storage/v1/render/image/public/catalogue/${pictures[n % pictures.length]}?width=${1000 + (n % 1500)}&quality=${20 + (n % 80)}`,
  }),
};

const KINDS = Object.values(HOSTILE);

/** The next hostile request; the addresses take turns. */
export const hostile: NextRequest<HostileData> = (n, data) => {
  const request = KINDS[n % KINDS.length]!(n, data);
  const from = { 'x-forwarded-for': `203.0.113.${n % ATTACKERS}` };
  return { ...request, headers: { ...request.headers, ...from } };
};

const browsers = (n: number, path: string): LoadRequest => ({
  path,
  headers: {
    'x-forwarded-for': visitorAddress(n),
    accept: 'text/html,image/avif,image/webp',
    'accept-encoding': 'gzip, deflate, br',
  },
});

/** A visitor's page: the first, lists, items. */
export const visitPage: NextRequest<HostileData> = (n, { pages }) =>
  browsers(n, pages[n % pages.length] ?? '/');

/** A visitor's list for the dates of the data. */
export const visitDated: NextRequest<HostileData> = (n, { rentalFrom, rentalTo }) =>
  browsers(1_000_000 + n, `/rent-props?from=${rentalFrom}&to=${rentalTo}`);

export const visitEnquiry: NextRequest<HostileData> = sendEnquiry;

/** What visitors ask for with dates, in turn: what is free, and a list; never from a cache. */
export const visitUncached: NextRequest<HostileData> = (n, data) =>
  n % 2 === 0
    ? {
        path: '/rest/v1/rpc/availability',
        method: 'POST',
        headers: {
          apikey: data.anonKey,
          'content-type': 'application/json',
          'x-forwarded-for': visitorAddress(2_000_000 + n),
        },
        body: JSON.stringify({
          rental_from: dayAfter(data, n % 50),
          rental_to: dayAfter(data, (n % 50) + 3),
          items: data.items
            .slice(n % 200, (n % 200) + 5)
            .map(({ type, id }) => ({ type, id, quantity: 1 })),
        }),
      }
    : browsers(
        2_000_000 + n,
        `/rent-props?from=${dayAfter(data, n % 50)}&to=${dayAfter(data, (n % 50) + 2)}`,
      );
