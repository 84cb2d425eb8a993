import type { PublicApi } from '#data/backend.ts';
import { Failure } from '#data/failure.ts';
import { readLinkedDocument } from '#data/linked-documents.ts';
import { LINK_HEADERS } from '#storefront/links/link-headers.ts';
import { renderDocument, type DocumentSite } from './document-frame.tsx';
import { LinkedPage } from './linked-page.tsx';
import { documentName } from './linked-text.ts';
import { messagePage, unknownLinkPage } from './message-page.tsx';
import {
  newDraft,
  readPostedAnswer,
  sendPostedAnswer,
  type RefusedAnswer,
} from './posted-answer.ts';

/** A visit to a document's link. */
export interface DocumentVisit extends DocumentSite {
  api: PublicApi;
  /** With the secret in the parameter `k`. */
  url: URL;
}

const SECRET = /^[\da-f]{64}$/;

const secretOf = ({ url }: DocumentVisit) => {
  const secret = url.searchParams.get('k') ?? '';
  return SECRET.test(secret) ? secret : null;
};

/** The page of a link; the same 404 for one that is unknown, expired or revoked. Reading changes nothing. */
export async function documentResponse(
  visit: DocumentVisit,
  problem?: RefusedAnswer,
): Promise<Response> {
  const secret = secretOf(visit);
  if (secret === null) return unknownLinkPage(visit);
  const { api, url, ...frame } = visit;
  try {
    const linked = await readLinkedDocument(api, secret);
    if (!linked) return unknownLinkPage(visit);
    const { document, preview } = linked;
    const children = (
      <LinkedPage
        {...frame}
        linked={linked}
        address={addressOf(url, secret)}
        pdf={preview ? null : `${url.pathname}.pdf?k=${secret}`}
        draft={problem?.draft ?? newDraft()}
        seen={problem?.seen}
        toldPayment={url.searchParams.has(TOLD)}
      />
    );
    const page = { ...frame, title: documentName(document), logo: document.studio.logo, children };
    return renderDocument(page, {
      status: problem?.status ?? 200,
      headers: {
        ...(problem?.retryAfter !== undefined && { 'retry-after': String(problem.retryAfter) }),
        // why: the editor of documents shows previews in a frame.
        ...(preview && { 'x-frame-options': 'SAMEORIGIN' }),
      },
    });
  } catch (error) {
    return failedPage(visit, error);
  }
}

/** Parameter of the page that thanks for a reported payment. */
const TOLD = 'told';

const addressOf = (url: URL, secret: string) => `${url.pathname}?k=${secret}`;

/** Saves a posted form and leads back to the page, or shows it again with what is wrong. */
export async function postedDocumentResponse(
  visit: DocumentVisit,
  form: FormData,
): Promise<Response> {
  const secret = secretOf(visit);
  if (secret === null) return unknownLinkPage(visit);
  const posted = readPostedAnswer(form);
  if (!posted)
    return documentResponse(visit, { status: 422, draft: { ...newDraft(), alert: UNREADABLE } });
  const outcome = await sendPostedAnswer(visit.api, secret, posted);
  if (outcome === 'unknown') return unknownLinkPage(visit);
  if (outcome !== 'saved') return documentResponse(visit, outcome);
  const told = posted.draft.action === 'claim' ? `&${TOLD}=1` : '';
  const location = addressOf(visit.url, secret) + told;
  return new Response(null, { status: 303, headers: { ...LINK_HEADERS, location } });
}

/** Shown for a form that no page of the site has sent. */
const UNREADABLE = 'The form could not be read. Please fill it in again.';

function failedPage(visit: DocumentVisit, error: unknown): Response {
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
