import { readLinkedEnquiry } from '#data/crm/linked-enquiries.ts';
import { CORRECT_PARAMETER, SENT_PARAMETER } from '#domain/enquiry/enquiry-answer.ts';
import { renderDocument } from '../document-frame.tsx';
import {
  failedPage,
  leadTo,
  linkAddress,
  secretOf,
  UNREADABLE,
  type LinkVisit,
} from '../link-visit.ts';
import { unknownLinkPage } from '../message-page.tsx';
import { EnquiryPage } from './enquiry-page.tsx';
import {
  newChange,
  readPostedChange,
  sendPostedChange,
  type UnsavedChange,
} from './posted-change.ts';

/** The page of an enquiry; the same 404 for a link that is unknown, expired or revoked. Reading changes nothing. */
export async function enquiryResponse(
  visit: LinkVisit,
  unsaved?: UnsavedChange,
): Promise<Response> {
  const secret = secretOf(visit);
  if (secret === null) return unknownLinkPage(visit);
  const { api, url, ...frame } = visit;
  try {
    const enquiry = await readLinkedEnquiry(api, secret);
    if (!enquiry) return unknownLinkPage(visit);
    const children = (
      <EnquiryPage
        {...frame}
        enquiry={enquiry}
        address={linkAddress(visit, secret)}
        quoteAddress={enquiry.quote?.opens ? `/quote?k=${secret}` : null}
        draft={unsaved?.draft ?? newChange()}
        isSent={url.searchParams.has(SENT_PARAMETER)}
        isCorrecting={url.searchParams.has(CORRECT_PARAMETER)}
        now={new Date()}
      />
    );
    const page = { ...frame, title: `Enquiry ${enquiry.number}`, children };
    return renderDocument(page, {
      status: unsaved?.status ?? 200,
      ...(unsaved?.retryAfter !== undefined && {
        headers: { 'retry-after': String(unsaved.retryAfter) },
      }),
    });
  } catch (error) {
    return failedPage(visit, error);
  }
}

/** Saves a posted form and leads back to the page, or shows it again: with a question, or with what is wrong. */
export async function postedEnquiryResponse(visit: LinkVisit, form: FormData): Promise<Response> {
  const secret = secretOf(visit);
  if (secret === null) return unknownLinkPage(visit);
  const posted = readPostedChange(form);
  if (!posted) {
    return enquiryResponse(visit, { status: 422, draft: { ...newChange(), alert: UNREADABLE } });
  }
  const outcome = await sendPostedChange(visit.api, secret, posted);
  if (outcome === 'unknown') return unknownLinkPage(visit);
  return outcome === 'saved' ? leadTo(linkAddress(visit, secret)) : enquiryResponse(visit, outcome);
}
