import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { sendEnquiry, type SentEnquiry } from './send-enquiry.ts';
import { ADMIN } from './site.ts';
import { siteKey } from './test.ts';

/** A document as staff get it, as far as tests use it. */
export interface DraftedDocument {
  id: string;
  number: string;
  version: number;
  billing_profile: { id: string } | null;
  place_of_supply: string | null;
  valid_until: string | null;
  discount_percent: number | null;
  discount_amount: number | null;
  notes: string;
  lines: Record<string, unknown>[];
}

/** A quote that was sent to the customer of a new enquiry. */
export interface SentQuote {
  id: string;
  number: string;
  enquiry: SentEnquiry;
  /** The page of its link, `/quote?k=…`. */
  path: string;
}

/** Calls a function of the database as the first admin. @throws when it is refused */
export async function callAsStaff<T>(
  request: APIRequestContext,
  name: string,
  given: Record<string, unknown>,
): Promise<T> {
  const apikey = await siteKey();
  const signedIn = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey },
    data: ADMIN,
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const answer = await request.post(`/rest/v1/rpc/${name}`, {
    headers: { apikey, authorization: `Bearer ${access_token}` },
    data: given,
  });
  if (!answer.ok()) throw new Error(`${name} was refused: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Issues a draft as it is. */
export const issueDocument = (request: APIRequestContext, { id, version }: DraftedDocument) =>
  callAsStaff<DraftedDocument>(request, 'issue_document', { id, version, key: randomUUID() });

/** The secret of a new link to a document. */
export async function linkTo(
  request: APIRequestContext,
  document: string,
  preview = false,
): Promise<{ id: string; secret: string }> {
  return callAsStaff(request, 'make_document_link', { document, preview, key: randomUUID() });
}

/** A draft of a quote for a new enquiry. */
export async function draftQuote(request: APIRequestContext, sql: Sql, firstDay?: number) {
  const enquiry = await sendEnquiry(request, firstDay);
  const [row] = await sql<{ id: string }[]>`
    select id from enquiry_orders where enquiry_number = ${enquiry.number}`;
  const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
    kind: 'quote',
    enquiry: row?.id,
    key: randomUUID(),
  });
  return { enquiry, draft };
}

/** Makes, issues and sends a quote for a new enquiry. */
export async function sendQuote(request: APIRequestContext, sql: Sql): Promise<SentQuote> {
  const { enquiry, draft } = await draftQuote(request, sql);
  const { id, number } = await issueDocument(request, draft);
  const { secret } = await linkTo(request, id);
  return { id, number, enquiry, path: `/quote?k=${secret}` };
}

/** Saves a draft with other fields of its first line. */
export const changeFirstLine = (
  request: APIRequestContext,
  draft: DraftedDocument,
  fields: { quantity: number } | { unit_price: number },
) =>
  callAsStaff<DraftedDocument>(request, 'change_document', {
    id: draft.id,
    version: draft.version,
    draft: {
      billing_profile: draft.billing_profile?.id ?? null,
      place_of_supply: null,
      valid_until: draft.valid_until,
      discount_percent: draft.discount_percent,
      discount_amount: draft.discount_amount,
      notes: draft.notes,
      lines: draft.lines.map((line, at) => (at === 0 ? { ...line, ...fields } : line)),
    },
    key: randomUUID(),
  });

/** Issues a new revision of a quote, with another number of pieces in its first line. */
export async function reviseQuote(
  request: APIRequestContext,
  id: string,
  quantity: number,
): Promise<void> {
  const draft = await callAsStaff<DraftedDocument>(request, 'revise_quote', {
    id,
    key: randomUUID(),
  });
  await issueDocument(request, await changeFirstLine(request, draft, { quantity }));
}

/** Says in the settings where customers pay. */
export async function acceptUpi(sql: Sql): Promise<void> {
  const values = { 'identity.upi_id': 'frameyard@okbank', 'identity.upi_name': 'Frameyard' };
  await sql`
    insert into private.studio_settings (key, value)
    select given.key, given.value from jsonb_each(${sql.json(values)}::jsonb) as given
    on conflict (key) do update set value = excluded.value`;
}
