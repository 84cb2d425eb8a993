import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useGivenLinks } from './given-links.ts';
import { refusal } from './studio.ts';

/** Sending asks, when an enquiry was sent with another address than that of the customer's record. */
const studio = useGivenLinks();
const { person, enquire, quote, billing, opened, offers, mail, send, call } = studio;

beforeEach(studio.outbox.empty);

interface Choice {
  record: { email: string; opened: string | null };
  typed: { email: string; opened: string | null };
}

/** A stranger types the victim's mobile and an own address, and opens what comes; then the victim enquires. */
async function attacked() {
  const victim = person('Veena');
  const stranger = { ...person('Stran'), mobile: victim.mobile };
  const asked = await enquire(stranger);
  const sent = (await mail()).get(stranger.email)!;
  expect(await offers(sent)).toBeUndefined();
  const theirs = await enquire(victim);
  expect(theirs.customer).toBe(asked.customer);
  await studio.outbox.empty();
  const profile = await billing(theirs.customer);
  return { victim, stranger, asked, theirs, issued: await quote(theirs, profile.id) };
}
const refused = async (promise: Promise<unknown>) => {
  const { code, detail } = await refusal(promise);
  return { code, ...(JSON.parse(detail ?? '{}') as { reason: string; addresses: Choice | null }) };
};
const waiting = async () => (await studio.outbox.messages('quote')).length;

describe('a quote for an enquiry with another address', () => {
  test('is not sent to the stranger who typed the number first', async () => {
    const { victim, stranger, theirs, issued } = await attacked();
    const addresses = {
      record: { email: stranger.email, opened: today() },
      typed: { email: victim.email, opened: null },
    };
    expect(await refused(send(issued))).toEqual({ code: 'PT409', reason: 'address', addresses });
    expect(await refused(send(issued, 'third@mail.test'))).toMatchObject({ reason: 'address' });
    expect(await waiting()).toBe(0);
    expect(await call<object>('document', { id: issued.id })).toMatchObject({ addresses });
    expect(await call<object>('enquiry_record', { id: theirs.id })).toMatchObject({ addresses });
  });

  test('goes to the address that staff select, which becomes that of the record', async () => {
    const { victim, theirs, issued } = await attacked();
    const key = randomUUID();
    const message = await send(issued, victim.email.toUpperCase(), key);
    expect((await send(issued, victim.email.toUpperCase(), key)).id).toBe(message.id);
    const got = await mail();
    expect([...got.keys()]).toEqual([victim.email]);
    expect(await opened(got.get(victim.email)!)).toMatchObject({ name: 'Stran Rao' });
    const [row] = await studio.sql()`select email from customers where id = ${theirs.customer}`;
    expect(row).toMatchObject({ email: victim.email });
    expect(
      await studio.sql()`select to_value from crm_events
        where customer_id = ${theirs.customer} and what = 'corrected'`,
    ).toMatchObject([{ to_value: 'email' }]);
    // Nothing is to be chosen any more, and another address is no choice.
    expect(await call<object>('document', { id: issued.id })).toMatchObject({ addresses: null });
    await send(issued);
    expect(await refused(send(issued, 'third@mail.test'))).toMatchObject({ addresses: null });
    expect([...(await mail()).keys()]).toEqual([victim.email]);
  });

  test('goes to the record’s address when staff select that, and asks the next time', async () => {
    const { stranger, issued } = await attacked();
    await send(issued, stranger.email);
    expect([...(await mail()).keys()]).toEqual([stranger.email]);
    expect(await refused(send(issued))).toMatchObject({ reason: 'address' });
    const [message] = await studio.outbox.messages('quote');
    const again = call('resend_message', { id: message!.id, key: randomUUID() });
    expect(await refused(again)).toMatchObject({ code: 'PT409', reason: 'address' });
    expect(await waiting()).toBe(1);
  });

  test('says that the typed address is proven once a link in an e-mail to it was opened', async () => {
    const victim = person('Veena');
    await enquire({ ...victim, email: 'first@bad.test' });
    const theirs = await enquire(victim);
    const acknowledgement = (await mail()).get(victim.email)!;
    const issued = await quote(theirs);
    const known = async () => (await refused(send(issued))).addresses?.typed;
    // The form's link is no e-mail.
    await offers(theirs.link);
    expect(await known()).toEqual({ email: victim.email, opened: null });
    await offers(acknowledgement);
    expect(await known()).toEqual({ email: victim.email, opened: today() });
  });

  test('is sent without a question where the address is that of the record', async () => {
    const asha = person('Asha');
    await enquire(asha);
    const sent = await enquire({ ...asha, email: asha.email.toUpperCase() });
    await studio.outbox.empty();
    const issued = await quote(sent);
    expect(await call<object>('document', { id: issued.id })).toMatchObject({ addresses: null });
    await send(issued);
    expect([...(await mail()).keys()]).toEqual([asha.email]);
  });
});

test('as long as nobody has chosen, e-mails about the order have no link to a document or quote', async () => {
  const { stranger, theirs } = await attacked();
  const order = await call<{ id: string }>('convert_enquiry_to_order', { id: theirs.id });
  await studio.outbox.empty();
  await call('record_payment', {
    order: order.id,
    account: 'rental',
    kind: 'received',
    amount: 100,
    method: 'upi',
    reference: 'UTR123456',
    voucher: true,
    key: randomUUID(),
  });
  const secret = (await mail()).get(stranger.email)!;
  expect(await opened(secret)).toBeNull();
  expect(await offers(secret)).toBe(false);
});
