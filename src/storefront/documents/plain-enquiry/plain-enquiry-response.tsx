import { enquiryPath, SENT_PARAMETER } from '#domain/enquiry/enquiry-answer.ts';
import { renderDocument } from '../document-frame.tsx';
import { failedPage, leadTo, UNREADABLE, type LinkVisit } from '../link-visit.ts';
import { messagePage } from '../message-page.tsx';
import { PlainEnquiryPage } from './plain-enquiry-page.tsx';
import {
  newPlainEnquiry,
  readPostedEnquiry,
  sendPostedEnquiry,
  type UnsentEnquiry,
} from './posted-enquiry.ts';

/** Milliseconds for reading the item. */
const TIMEOUT_MS = 15_000;

/** why not no-referrer: the browser would post the form without the origin that the site asks for. */
const OWN_REFERRER = { 'referrer-policy': 'same-origin' };

/** The enquiry form for the item that the address names, `?type=prop&item=<uuid>`. */
export async function plainEnquiryResponse(
  visit: LinkVisit,
  unsent?: UnsentEnquiry,
): Promise<Response> {
  const { api, url, ...frame } = visit;
  const enquiry = unsent?.enquiry ?? newPlainEnquiry(url.searchParams);
  if (!enquiry) return notOffered(visit);
  try {
    const client = await api();
    const items = await client.itemsById([enquiry.id], AbortSignal.timeout(TIMEOUT_MS));
    const item = items.find(({ type }) => type === enquiry.type);
    if (!item) return notOffered(visit);
    const children = <PlainEnquiryPage {...frame} {...{ item, enquiry }} address={url.pathname} />;
    return renderDocument(
      { ...frame, title: 'Place Enquiry', children },
      {
        status: unsent?.status ?? 200,
        headers: {
          ...OWN_REFERRER,
          ...(unsent?.retryAfter !== undefined && { 'retry-after': String(unsent.retryAfter) }),
        },
      },
    );
  } catch (error) {
    return failedPage(visit, error);
  }
}

/** Sends a posted enquiry and leads to its page, or shows the form again with what is wrong. */
export async function postedPlainEnquiryResponse(
  visit: LinkVisit,
  form: FormData,
): Promise<Response> {
  const posted = readPostedEnquiry(form);
  if (!posted) {
    return messagePage(visit, { status: 422, title: 'Nothing has been sent', text: UNREADABLE });
  }
  const sent = await sendPostedEnquiry(visit.api, posted);
  if (!('answer' in sent)) return plainEnquiryResponse(visit, sent);
  const path = enquiryPath(sent.answer);
  if (path !== null) return leadTo(`${path}&${SENT_PARAMETER}=1`);
  return messagePage(visit, {
    title: 'Enquiry submitted successfully!',
    text: `Your enquiry is ${sent.answer.enquiry_number}. We'll get back to you soon with availability and pricing.`,
  });
}

const notOffered = (visit: LinkVisit): Response =>
  messagePage(visit, {
    status: 404,
    title: 'This item is not offered any more',
    text: 'Nothing has been sent. Please choose another one, or call us.',
  });
