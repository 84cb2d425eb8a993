import { randomUUID } from 'node:crypto';
import { IDENTITY, useDocuments } from './documents.ts';
import type { DocumentRecord } from './documents.ts';
import { enquiry as enquiryOf } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';
import { visit } from './quotes.ts';

/** Somebody who fills in the form, or whose data a stranger types there. */
export interface Person {
  first_name: string;
  mobile: string;
  email: string;
}

/** A sent enquiry: its ids and the link that the form got. */
export interface Sent {
  id: string;
  customer: string;
  link: string;
}

/** A studio with visitors who send enquiries, staff who merge, quote and send, and the workers of e-mails. */
export function useGivenLinks() {
  const documents = useDocuments();
  const { studio, call } = documents;
  const outbox = useOutbox(studio);
  const sql = () => studio.db.owner;
  const people: Person[] = [];

  /** A person whom nobody else is. */
  const person = (name: string): Person => {
    const made = {
      first_name: name,
      mobile: `+9197${String(people.length).padStart(8, '0')}`,
      email: `${name.toLowerCase()}${people.length}@mail.test`,
    };
    people.push(made);
    return made;
  };
  /** Sends the form with somebody's details. */
  const enquire = async (typed: Person): Promise<Sent> => {
    const items = [{ type: 'prop', id: studio.ids.prop, quantity: 1, price: 500 }];
    const given = enquiryOf({ ...typed, items });
    const sent = await call<{ enquiry_number: string; link: string }>(
      'submit_enquiry',
      given,
      'anon',
    );
    const [row] = await sql()<{ id: string; customer: string }[]>`
      select id, customer_id as customer from enquiry_orders where enquiry_number = ${sent.enquiry_number}`;
    return { ...row!, link: sent.link };
  };
  /** Issues a quote of an enquiry, for a billing profile if one is given. */
  const quote = async ({ id }: Pick<Sent, 'id'>, billing_profile?: string) => {
    const draft = await documents.make('quote', { enquiry: id });
    const edited = billing_profile ? await documents.change(draft, { billing_profile }) : draft;
    return documents.issue(edited);
  };
  /** Issues the next revision of a quote. */
  const revise = async ({ id }: DocumentRecord, billing_profile: string) => {
    const draft = await call<DocumentRecord>('revise_quote', { id, key: randomUUID() });
    return documents.issue(await documents.change(draft, { billing_profile }));
  };
  const merge = (into: string, from: string, details: string[] = []) =>
    call<{ merge: string }>('merge_customers', {
      into,
      from,
      key: randomUUID(),
      ...(details.length > 0 && { details: `{${details.join(',')}}` }),
    });
  const undo = ({ merge }: { merge: string }) =>
    call('undo_merge', { id: merge, key: randomUUID() });
  const billing = (customer: string) =>
    documents.profile({ legal_name: 'Victim Films', gstin: IDENTITY['identity.gstin'] }, customer);

  /** Content of a quote that a secret opens: the name and the GSTIN that it shows; null for nothing. */
  const opened = async (secret: string) => {
    const shown = await visit<{
      hash: string;
      document: { customer: { name: string; gstin: string } };
    } | null>(studio.db, 'linked_document', { secret });
    return shown && { name: shown.document.customer.name, gstin: shown.document.customer.gstin };
  };
  /** Whether a secret can accept a quote. */
  const accepts = async (secret: string) => {
    const given = { secret, answer: 'declined', hash: '0', key: randomUUID() };
    try {
      return (await visit(studio.db, 'answer_document', given)) !== null;
    } catch {
      return true;
    }
  };
  /** Queues an e-mail with a document, to an address that staff chose if one is given. */
  const send = ({ id }: { id: string }, address?: string, key: string = randomUUID()) =>
    call<{ id: string }>('send_document', { document: id, key, address });
  /** Whether the page of an enquiry says that its link opens the quote. */
  const offers = async (secret: string) => {
    const shown = await visit<{ quote: { opens: boolean } | null }>(studio.db, 'linked_enquiry', {
      secret,
    });
    return shown?.quote?.opens;
  };
  /** Sends what waits; the secrets of the links to customers, by address. */
  const mail = async () => {
    const sent = await outbox.sendAll();
    return new Map(
      sent.flatMap(({ to, content }) => {
        const secret = content.path?.split('k=')[1];
        return to && secret ? [[to, secret] as const] : [];
      }),
    );
  };
  const pageLink = async ({ id }: Sent) =>
    (await call<{ secret: string }>('make_enquiry_link', { enquiry: id, key: randomUUID() }))
      .secret;
  const documentLink = async ({ id }: { id: string }) =>
    (await call<{ secret: string }>('make_document_link', { document: id, key: randomUUID() }))
      .secret;
  return {
    ...documents,
    outbox,
    sql,
    person,
    enquire,
    quote,
    revise,
    merge,
    undo,
    billing,
    opened,
    accepts,
    offers,
    mail,
    pageLink,
    documentLink,
    send,
  };
}
