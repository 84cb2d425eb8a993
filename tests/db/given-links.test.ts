import { expect, describe, test } from 'vitest';
import { IDENTITY } from './documents.ts';
import { useGivenLinks } from './given-links.ts';

/** Links decide by what was true of the person to whom each was given. */
const studio = useGivenLinks();
const { person, enquire, quote, revise, merge, undo, billing, opened, accepts, offers } = studio;
const { mail, pageLink, documentLink, send, call } = studio;
const gstin = IDENTITY['identity.gstin'];

/** A stranger with an own mobile who types the victim's address, before or after the victim is known. */
async function impostor({ isFirst }: { isFirst: boolean }) {
  const victim = person('Veena');
  const stranger = { ...person('Stran'), email: victim.email };
  const first = await enquire(isFirst ? stranger : victim);
  const second = await enquire(isFirst ? victim : stranger);
  const [theirs, asked] = isFirst ? [second, first] : [first, second];
  return { victim, theirs, asked, profile: await billing(theirs.customer) };
}

describe('a link of a stranger', () => {
  test.each([true, false])(
    'opens no quote after a merge into the victim (first: %j)',
    async (isFirst) => {
      const { theirs, asked, profile } = await impostor({ isFirst });
      const sent = await pageLink(asked);
      const merged = await merge(theirs.customer, asked.customer);
      const issued = await quote(asked, profile.id);
      for (const secret of [asked.link, sent]) {
        expect(await opened(secret)).toBeNull();
        expect(await accepts(secret)).toBe(false);
        expect(await offers(secret)).toBe(false);
      }
      // What staff send now goes to the victim.
      expect(await opened(await documentLink(issued))).toMatchObject({ gstin });
      expect(await opened(await pageLink(asked))).toMatchObject({ gstin });
      // The issued quote shows the victim after the undo too.
      await undo(merged);
      expect(await opened(asked.link)).toBeNull();
    },
  );

  test('opens no quote that shows the victim, when the victim was merged into the stranger', async () => {
    const { theirs, asked, profile } = await impostor({ isFirst: true });
    await merge(asked.customer, theirs.customer, ['first_name', 'last_name', 'mobile']);
    await quote(asked);
    expect(await opened(asked.link)).toBeNull();
    const other = await impostor({ isFirst: true });
    await merge(other.asked.customer, other.theirs.customer);
    await quote(other.asked, other.profile.id);
    expect(await opened(other.asked.link)).toBeNull();
    expect(profile.id).not.toBe(other.profile.id);
  });

  test('shows no revision that was made for the victim', async () => {
    const { theirs, asked, profile } = await impostor({ isFirst: true });
    const issued = await quote(asked);
    const secret = await documentLink(issued);
    expect(await opened(secret)).toMatchObject({ name: 'Stran Rao', gstin: '' });
    await merge(theirs.customer, asked.customer);
    expect(await opened(secret)).toMatchObject({ name: 'Stran Rao', gstin: '' });
    await revise(issued, profile.id);
    expect(await opened(secret)).toBeNull();
    expect(await accepts(secret)).toBe(false);
  });

  test('who typed the victim’s mobile first opens nothing once the victim has come', async () => {
    const victim = person('Veena');
    const asked = await enquire({ ...victim, first_name: 'Stran', email: 'stran@bad.test' });
    const mailed = (await mail()).get('stran@bad.test')!;
    const theirs = await enquire(victim);
    expect(theirs.customer).toBe(asked.customer);
    const { id } = await billing(theirs.customer);
    for (const each of [asked, theirs]) await quote(each, id);
    for (const secret of [asked.link, mailed]) expect(await opened(secret)).toBeNull();
    expect(await opened(theirs.link)).toBeNull();
  });
});

describe('a customer’s own link', () => {
  test('opens the quote of a new customer, from the form and from the acknowledgement', async () => {
    const asha = person('Asha');
    const sent = await enquire(asha);
    const mailed = (await mail()).get(asha.email)!;
    const { id } = await billing(sent.customer);
    await quote(sent, id);
    for (const secret of [sent.link, mailed]) {
      expect(await opened(secret)).toMatchObject({ name: 'Asha Rao', gstin });
      expect(await offers(secret)).toBe(true);
    }
    // A second enquiry: its form's link does not open, what reached the known mailbox does.
    const second = await enquire(asha);
    await studio.outbox.age('2 hours');
    const again = (await mail()).get(asha.email)!;
    await quote(second, id);
    expect(await opened(second.link)).toBeNull();
    expect(await offers(second.link)).toBe(false);
    expect(await opened(again)).toMatchObject({ gstin });
  });

  test('opens after another record was merged into theirs, and after the undo', async () => {
    const { theirs, asked, victim, profile } = await impostor({ isFirst: false });
    const mailed = (await mail()).get(victim.email)!;
    const sent = await pageLink(theirs);
    const merged = await merge(theirs.customer, asked.customer);
    await quote(theirs, profile.id);
    const own = [theirs.link, mailed, sent];
    for (const secret of own) expect(await opened(secret)).toMatchObject({ gstin });
    await undo(merged);
    for (const secret of own) expect(await opened(secret)).toMatchObject({ gstin });
  });

  test('opens what was issued to them before they were merged, and again after the undo', async () => {
    const { theirs, asked } = await impostor({ isFirst: true });
    const sent = await pageLink(asked);
    const issued = await quote(asked);
    const merged = await merge(theirs.customer, asked.customer, ['email']);
    for (const secret of [asked.link, sent, await documentLink(issued)]) {
      expect(await opened(secret)).toMatchObject({ name: 'Stran Rao' });
    }
    await undo(merged);
    await quote(asked);
    for (const secret of [asked.link, sent]) {
      expect(await opened(secret)).toMatchObject({ name: 'Stran Rao' });
    }
  });

  test('in their mailbox opens the quote of a merged record with their address', async () => {
    const { theirs, asked, victim, profile } = await impostor({ isFirst: true });
    const mailed = (await mail()).get(victim.email)!;
    await merge(theirs.customer, asked.customer);
    await quote(asked, profile.id);
    expect(await opened(mailed)).toMatchObject({ gstin });
  });

  test('follows their quote to its newest revision, until staff correct the address', async () => {
    const asha = person('Asha');
    const sent = await enquire(asha);
    const issued = await quote(sent);
    await studio.outbox.empty();
    await send(issued);
    const mailed = (await mail()).get(asha.email)!;
    const { id } = await billing(sent.customer);
    const revised = await revise(issued, id);
    expect(await opened(mailed)).toMatchObject({ gstin });
    await studio.sql()`update customers set email = 'right@mail.test' where id = ${sent.customer}`;
    await revise(revised, id);
    expect(await opened(mailed)).toBeNull();
  });

  test('is hashed where it was mailed to, until the customer is erased', async () => {
    const asha = person('Asha');
    const sent = await enquire(asha);
    await quote(sent);
    await mail();
    const known = () => studio.sql()<{ mailed: boolean }[]>`
      select mailed_to is not null as mailed from private.enquiry_links where enquiry_order_id = ${sent.id}
        order by created_at`;
    expect(await known()).toMatchObject([{ mailed: false }, { mailed: true }]);
    await call('erase_customer', { id: sent.customer }, 'admin');
    expect(await known()).toMatchObject([{ mailed: false }, { mailed: false }]);
    expect(await opened(sent.link)).toBeNull();
  });
});
