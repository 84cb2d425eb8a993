import { readLinkedDocument } from '#data/documents/linked-documents.ts';
import { renderDocument } from './document-frame.tsx';
import {
  failedPage,
  leadTo,
  linkAddress,
  secretOf,
  UNREADABLE,
  type LinkVisit,
} from './link-visit.ts';
import { LinkedPage } from './linked-page.tsx';
import { documentName } from './linked-text.ts';
import { unknownLinkPage } from './message-page.tsx';
import {
  newDraft,
  readPostedAnswer,
  sendPostedAnswer,
  type RefusedAnswer,
} from './posted-answer.ts';

/** The page of a link; the same 404 for one that is unknown, expired or revoked. Reading changes nothing. */
export async function documentResponse(
  visit: LinkVisit,
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
        address={linkAddress(visit, secret)}
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

/** Saves a posted form and leads back to the page, or shows it again with what is wrong. */
export async function postedDocumentResponse(visit: LinkVisit, form: FormData): Promise<Response> {
  const secret = secretOf(visit);
  if (secret === null) return unknownLinkPage(visit);
  const posted = readPostedAnswer(form);
  if (!posted)
    return documentResponse(visit, { status: 422, draft: { ...newDraft(), alert: UNREADABLE } });
  const outcome = await sendPostedAnswer(visit.api, secret, posted);
  if (outcome === 'unknown') return unknownLinkPage(visit);
  if (outcome !== 'saved') return documentResponse(visit, outcome);
  const told = posted.draft.action === 'claim' ? `&${TOLD}=1` : '';
  return leadTo(linkAddress(visit, secret) + told);
}
