import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  answerDocument,
  claimPayment,
  readLinkedDocument,
} from '#data/documents/linked-documents.ts';
import { ledgerQuery } from '#data/money/money.ts';
import { orderQuery } from '#data/crm/orders.ts';
import { makeRental } from '#data/crm/rental-changes.ts';
import { saveSettings } from '../documents.ts';
import { daysAhead, type StudioDay } from './studio-day.ts';

/** Where customers pay, as quotes and invoices name it. */
const WHERE_TO_PAY = {
  'identity.upi_id': 'studio@okbank',
  'identity.upi_name': 'Studio',
  'identity.bank_account_name': 'Studio LLP',
  'identity.bank_name': 'State Bank of India',
  'identity.bank_account': '00000012345678901',
  'identity.bank_ifsc': 'SBIN0001234',
};

/** A customer reads and accepts the quote of an order, and reports a payment. */
export function linkedDocumentAnswers(studio: StudioDay): void {
  it('a customer with a link', async () => {
    const { staff, visitor, gateway, queries } = studio;
    const sql = gateway.db.owner;
    await saveSettings(gateway, WHERE_TO_PAY);
    const [customer] = await sql<{ id: string }[]>`
      insert into customers (first_name, last_name, mobile)
      values ('Quinn', 'Quote', '+919812345698') returning id`;
    const [set] = await sql<{ id: string }[]>`
      insert into sets (name, price, quantity, category) values ('Quoted loft', 900, 1, 'package')
      returning id`;
    await makeRental(staff, {
      rental_from: daysAhead(60),
      rental_to: daysAhead(61),
      customer: { id: customer!.id },
      lines: [{ type: 'set', item: set!.id, quantity: 1 }],
      make: 'order',
      key: randomUUID(),
    });
    const [quote] = await sql<{ id: string }[]>`
      insert into documents (kind, order_id, customer_id, valid_until, source_hash)
      select 'quote', id, customer_id, private.today(), private.document_source(id, null) from orders where customer_id = ${customer!.id}
      returning id`;
    await sql`
      insert into document_lines
        (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price)
      values (${quote!.id}, 1, 'text', 'Loft', '997212', 18, 'premises', 1, 2, 900)`;
    await sql`select private.save_amounts(${quote!.id}), private.freeze_document(${quote!.id})`;
    const [link] = await sql<{ secret: string }[]>`
      with made as (select private.new_secret() as secret), saved as (
        insert into private.links (kind, document_id, customer_id, expires_at, token)
        select 'document', ${quote!.id}, ${customer!.id}::uuid, now() + interval '1 day', sha256(convert_to(secret, 'UTF8'))
        from made)
      select secret from made`;
    const { secret } = link!;
    const read = await readLinkedDocument(visitor, secret);
    expect(read).toMatchObject({ state: 'open', answer: null, document: { kind: 'quote' } });
    const { hash } = read!;
    const changes = [{ position: 1, text: 'One day more' }];
    const change = { answer: 'change', name: '', note: '', changes } as const;
    const asked = await answerDocument(visitor, { secret, ...change, hash, key: randomUUID() });
    expect(asked).toMatchObject({ state: 'open', answer: { answer: 'change', changes } });
    const claim = { secret, amount: 2124, utr: '412356789012', key: randomUUID() };
    expect(await claimPayment(visitor, claim)).toEqual(asked);
    expect(await readLinkedDocument(visitor, secret)).toEqual(asked);
    const answer = { answer: 'accepted', name: 'Quinn', note: 'Thanks', changes: [] } as const;
    const accepted = await answerDocument(visitor, { secret, ...answer, hash, key: randomUUID() });
    expect(accepted).toMatchObject({ state: 'accepted', answer, pay: { amount: 2124 } });
    expect(accepted?.order).toEqual(expect.stringMatching(/^ORD-/));
    const repeated = { ...claim, key: randomUUID() };
    expect(await claimPayment(visitor, repeated)).toEqual(accepted);
    expect(await readLinkedDocument(visitor, secret)).toEqual(accepted);
    expect(await readLinkedDocument(visitor, '0'.repeat(64))).toBeNull();
    const setPrice = async (price: number) => {
      const [line] = await sql<[{ order_id: string }]>`
        update order_items set price = ${price}
        where order_id = (select order_id from documents where id = ${quote!.id}) returning order_id`;
      return line.order_id;
    };
    const order = await setPrice(1000);
    expect(await queries.fetchQuery(ledgerQuery(staff, order))).toMatchObject({
      value: 2360,
      quoted: { total: 2124 },
    });
    expect(await queries.fetchQuery(orderQuery(staff, accepted!.order!))).toMatchObject({
      changed_quote: { id: quote!.id, accepted: true },
    });
    await setPrice(900);
    // why: later subjects count the settings that differ from their defaults.
    await sql`delete from private.studio_settings where key = any (${Object.keys(WHERE_TO_PAY)})`;
  });
}
