import { randomUUID } from 'node:crypto';
import { notice } from './support/crm.ts';
import { callAsStaff, issueDocument, type DraftedDocument } from './support/quotes.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('a quote of an enquiry with another address is sent after the address was selected @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  // The record has the address of a stranger, who typed the customer's mobile number first.
  const { number, email } = await sendEnquiry(request);
  const stranger = `stranger.${randomUUID().slice(0, 8)}@bad.example`;
  const [enquiry] = await sql<{ id: string }[]>`
    with known as (
      update customers set email = ${stranger}
      from enquiry_orders as asked where asked.customer_id = customers.id and asked.enquiry_number = ${number}
      returning asked.id
    )
    insert into private.enquiry_links (enquiry_order_id, is_personal, token, expires_at, mailed_to, last_opened)
    select id, false, sha256(convert_to(${stranger}, 'UTF8')), now(), private.address_hash(${stranger}), '2026-11-21'
    from known returning enquiry_order_id as id`;
  const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
    kind: 'quote',
    enquiry: enquiry!.id,
    key: randomUUID(),
  });
  const quote = await issueDocument(request, draft);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/documents/${quote.id}`);

  await page.getByRole('button', { name: 'Send a link', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: `Send ${quote.number}`, exact: true });
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'E-mail' })).toHaveCount(0);
  await sheet.getByRole('radio', { name: email }).check();
  await expect(sheet.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(email)}`),
  );
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  const asked = page.getByRole('dialog', { name: `Send ${quote.number} by e-mail?` });
  const addresses = asked.getByRole('group', { name: 'To which address?' });
  await expect(addresses.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(addresses).toContainText(
    `${email}Typed with this enquiry. Not proven: no link in an e-mail to it was opened.`,
  );
  await expect(addresses).toContainText(
    `${stranger}On the customer’s record. Proven: a link in an e-mail to it was opened on 21 Nov 2026.`,
  );
  await expect(asked.getByRole('button', { name: 'send' })).toBeDisabled();
  await expectAccessible();
  await addresses.getByRole('radio', { name: email }).check();
  await asked.getByRole('button', { name: 'send' }).click();
  await expect(notice(page)).toContainText('The e-mail is on its way');
  await expect(page.getByRole('list', { name: 'E-mails' }).getByRole('button')).toHaveCount(1);

  // The record has it now, and nothing is asked any more.
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  await expect(asked).toContainText(email);
  await expect(asked.getByRole('radio')).toHaveCount(0);
});
