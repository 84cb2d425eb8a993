import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  changeDocument,
  discardDocument,
  documentConflict,
  documentQuery,
  documentsOfQuery,
  documentsQuery,
  issueDocument,
  makeCreditNote,
  makeDocument,
  makeDocumentLink,
  orderFromQuote,
  printedDocumentQuery,
  reviseQuote,
  saveBillingProfile,
  takeSourceLines,
  taxClassesQuery,
} from '#data/documents/documents.ts';
import { foundCustomersQuery } from '#data/crm/customers.ts';
import { enquiryQuery } from '#data/crm/enquiries.ts';
import { revokeLink } from '#data/desk/links.ts';
import { makeRental } from '#data/crm/rental-changes.ts';
import { saveTaxClass, setKindTax } from '#data/documents/tax-classes.ts';
import { editedDraft, readDocumentDraft } from '#domain/documents/edited-draft.ts';
import { daysAhead, type StudioDay } from './studio-day.ts';

/** Quotes, invoices, credit notes, their links and tax classes. */
export function documentAnswers(studio: StudioDay): void {
  it('staff make, edit, issue, revise and credit documents', async () => {
    const { staff, gateway, queries } = studio;
    const sql = gateway.db.owner;
    const key = () => randomUUID();
    await sql`
      insert into private.studio_settings (key, value)
      values ('identity.legal_name', '"Frameyard Pictures LLP"'), ('identity.gstin', '"29AAGCB7383J1Z4"')
      on conflict (key) do update set value = excluded.value`;
    const [customer] = await sql<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile, email)
      values ('Zelda', 'Zaveri', '+919812345688', 'zelda@example.test') returning id`;
    const [lamp] = await sql<{ id: string }[]>`
      insert into props (name, description, quantity, price, images)
      values ('Zardozi lamp', 'Brass', 9, 400, array['/pictures/zardozi.webp']) returning id`;
    const dates = { rental_from: daysAhead(70), rental_to: daysAhead(71) };
    const lines = [{ type: 'prop', item: lamp!.id, quantity: 1 }] as const;
    const rental = { ...dates, customer: { id: customer!.id }, lines };
    const idOf = async (number: string) => {
      const [row] = await sql<{ id: string }[]>`
        select id from enquiry_orders where enquiry_number = ${number}
        union all select id from orders where order_number = ${number}`;
      return row!.id;
    };
    const asked = await makeRental(staff, { ...rental, make: 'enquiry', key: key() });
    const enquiry = await idOf(asked.number);

    const quote = await makeDocument(staff, { kind: 'quote', enquiry, key: key() });
    const taxes = await queries.fetchQuery(taxClassesQuery(staff));
    const changed = { ...taxes.classes[0]!, label: 'Zari rental', rate: 12, key: key() };
    const after = await saveTaxClass(staff, changed);
    const added = await saveTaxClass(staff, { ...changed, id: null, label: 'Zero', key: key() });
    const zero = added.classes.find(({ label }) => label === 'Zero')!;
    expect(after.kinds.prop).not.toBe(taxes.kinds.prop);
    expect((await setKindTax(staff, { kind: 'crew', tax_class: zero.id })).kinds.crew).toBe(
      zero.id,
    );

    const { id } = quote;
    const rated = await queries.fetchQuery(documentQuery(staff, id));
    expect(rated.missing).toMatchObject([{ field: 'lines', index: 0 }]);
    const profile = await saveBillingProfile(staff, {
      customer: customer!.id,
      profile: {
        id: null,
        label: 'Zaveri Films',
        legal_name: 'Zaveri Films LLP',
        gstin: '27AAPFU0939F1ZV',
        address: 'MG Road',
        state_code: null,
        zero_rated: 'with_payment',
      },
      key: key(),
    });
    expect(profile.state_code).toBe('27');
    expect(await queries.fetchQuery(foundCustomersQuery(staff, 'zaveri films'))).toMatchObject({
      items: [{ id: customer!.id, company: 'Zaveri Films LLP' }],
    });
    const edited = editedDraft(quote);
    const { draft } = readDocumentDraft({
      ...edited,
      billing_profile: profile.id,
      discount: '5%',
      lines: edited.lines.map((line) => ({ ...line, rate: 12, discount: '2%' })),
    });
    const saved = await changeDocument(staff, { id, version: quote.version, draft, key: key() });
    expect(saved).toMatchObject({ place_of_supply: '27', place_reason: 'customer' });
    const stale = { id, version: quote.version, draft, key: key() };
    const refused = await changeDocument(staff, stale).catch((thrown: unknown) => thrown);
    expect(documentConflict(refused)).toBe('changed');
    await sql`update enquiry_items set quantity = 2 where enquiry_order_id = ${enquiry}`;
    const reread = { ...documentQuery(staff, id), staleTime: 0 };
    const read = await queries.fetchQuery(reread);
    expect(read.source_changed).toBe(true);
    await sql`update document_lines set quantity = 1000 where document_id = ${id} and item_id is not null`;
    expect((await queries.fetchQuery(reread)).short).toMatchObject([{ position: 1, wanted: 1000 }]);
    const taken = await takeSourceLines(staff, { id, version: read.version, key: key() });
    expect(taken.lines[0]?.quantity).toBe(2);
    const asDraft = await queries.fetchQuery(printedDocumentQuery(staff, taken));
    expect(asDraft.lines).toMatchObject([{ text: expect.stringContaining('lamp'), quantity: 2 }]);
    const issued = await issueDocument(staff, { id, version: taken.version, key: key() });
    const asIssued = await queries.fetchQuery(printedDocumentQuery(staff, issued));
    expect(asIssued.number).toBe(issued.number);
    expect(issued.number).toBe(taken.next_number);
    const link = await makeDocumentLink(staff, { document: id, preview: false, key: key() });
    await sql`update private.links set last_opened = current_date,
        mailed_to = private.address_hash('zelda@example.test') where id = ${link.id}`;
    await sql`update enquiry_orders set contact_email = 'zari@example.test' where id = ${enquiry}`;
    await sql`insert into private.enquiry_links (enquiry_order_id, is_personal, token, expires_at, mailed_to, last_opened)
      values (${enquiry}, false, sha256('zari'), now(), private.address_hash('zari@example.test'), current_date)`;
    await queries.fetchQuery(reread);
    const asking = { ...enquiryQuery(staff, asked.number), staleTime: 0 };
    expect((await queries.fetchQuery(asking))?.addresses?.record.email).toBe('zelda@example.test');
    await revokeLink(staff, link.id);
    await makeDocumentLink(staff, { document: id, preview: true, key: key() });
    await sql`
      insert into document_answers (document_id, revision_hash, answer, name, note, changes)
      select id, hash, 'change', 'Zelda', 'Later, please', '[{"position": 1, "text": "Two more"}]' from documents
      where id = ${id}`;
    const revision = await reviseQuote(staff, { id, key: key() });
    await discardDocument(staff, { id: revision.id, version: revision.version });
    const order = await orderFromQuote(staff, { document: id, key: key() });
    expect(order).toMatch(/^ORD-/);

    const invoice = await makeDocument(staff, {
      kind: 'invoice',
      order: await idOf(order),
      key: key(),
    });
    const typed = editedDraft(invoice);
    const discounted = typed.lines.map((one) => ({ ...one, discount: '25' }));
    const billed = await changeDocument(staff, {
      id: invoice.id,
      version: invoice.version,
      draft: readDocumentDraft({ ...typed, discount: '10', lines: discounted }).draft,
      key: key(),
    });
    const bill = await issueDocument(staff, {
      id: billed.id,
      version: billed.version,
      key: key(),
    });
    const [line] = bill.lines;
    const part = [{ position: line!.position, taxable: 100 }];
    const note = await makeCreditNote(staff, {
      invoice: bill.id,
      lines: part,
      reason: 'One lamp was broken.',
      key: key(),
    });
    await issueDocument(staff, { id: note.id, version: note.version, key: key() });
    const credited = await queries.fetchQuery({ ...documentQuery(staff, bill.id), staleTime: 0 });
    expect(credited.corrected_by).toHaveLength(1);
    await queries.fetchQuery(documentQuery(staff, note.id));
    await queries.fetchQuery(reread);
    const of = await queries.fetchQuery(documentsOfQuery(staff, { order: await idOf(order) }));
    expect(of.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice', 'quote']);
    const list = documentsQuery(staff, { q: 'zaveri', state: 'issued' });
    const { pages } = await queries.fetchInfiniteQuery(list);
    expect(pages[0]?.rows).toHaveLength(3);
    await sql`
      delete from private.studio_settings where key like 'identity.%' or key = 'studio.gst_rate'`;
  });
}
