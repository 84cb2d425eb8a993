import type { PublicApi } from '#data/catalogue/public-api.ts';
import { Failure } from '#data/core/failure.ts';
import { LINK_HEADERS } from '#storefront/links/link-headers.ts';
import type { DocumentSite } from './document-frame.tsx';
import { messagePage } from './message-page.tsx';

/** A visit to a link that opens a page of a customer. */
export interface LinkVisit extends DocumentSite {
  api: PublicApi;
  /** With the secret in the parameter `k`. */
  url: URL;
}

const SECRET = /^[\da-f]{64}$/;

/** The secret of a visit; null for one that no link can have. */
export function secretOf({ url }: LinkVisit): string | null {
  const secret = url.searchParams.get('k') ?? '';
  return SECRET.test(secret) ? secret : null;
}

/** Address of the page of a link. */
export const linkAddress = ({ url }: LinkVisit, secret: string): string =>
  `${url.pathname}?k=${secret}`;

/** Leads back to a page after its form was saved. */
export const leadTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...LINK_HEADERS, location } });

/** The page in place of one that could not be read. @throws any error but a {@link Failure} */
export function failedPage(visit: LinkVisit, error: unknown): Response {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'PT429') {
    return messagePage(visit, {
      status: 429,
      title: 'Please try again later',
      text: error.message,
    });
  }
  return messagePage(visit, {
    status: 503,
    title: 'This page could not be loaded',
    text: 'Nothing is lost. Please try again in a moment.',
    retryAddress: `${visit.url.pathname}${visit.url.search}`,
    headers: { 'retry-after': '5' },
  });
}

/** Shown for a form that no page of the site has sent. */
export const UNREADABLE = 'The form could not be read. Please fill it in again.';
