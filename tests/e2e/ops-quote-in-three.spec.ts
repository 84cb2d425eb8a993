import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { counted } from './support/presses.ts';
import { enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('a quote is made, issued and opened in WhatsApp in three presses from an enquiry @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const item = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
  const days = { from: studioDay(83), to: studioDay(84) };
  const enquiry = await enquireFor(sql, request, [{ item, quantity: 2 }], days);
  // The other site is not asked.
  await page
    .context()
    .route(/^https:\/\/wa\.me\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Chat</h1>' }),
    );
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=enquiries&open=${enquiry.number}`);
  const person = counted(page);
  const opened = page.context().waitForEvent('page');
  await person.step('quote', async () => {
    await person.press(page.getByRole('button', { name: 'Make a quote' }));
    await person.press(page.getByRole('button', { name: 'Issue quote' }));
    const dialog = page.getByRole('dialog', { name: 'Issue this quote?' });
    await person.press(dialog.getByRole('button', { name: 'Issue, then WhatsApp' }));
  });
  expect(person.presses()).toBe(3);
  const chat = await opened;
  await chat.waitForURL(/^https:\/\/wa\.me\/91\d{10}\?text=/);
  const text = new URL(chat.url()).searchParams.get('text') ?? '';
  expect(text).toMatch(/\/quote\?k=[\da-f]{64}$/);
  expect(text).toContain(item.name);
  expect(text).toContain('2 days');
  await expect(notice(page)).toContainText('issued');
  const [quote] = await sql`select state from documents where enquiry_order_id = ${enquiry.id}`;
  expect(quote).toEqual({ state: 'issued' });
});

test('a quote is made, issued and sent in three presses from an enquiry @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const item = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
  const days = { from: studioDay(80), to: studioDay(81) };
  const enquiry = await enquireFor(sql, request, [{ item, quantity: 2 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=enquiries&open=${enquiry.number}`);
  const person = counted(page);
  await person.step('quote', async () => {
    await person.press(page.getByRole('button', { name: 'Make a quote' }));
    await person.press(page.getByRole('button', { name: 'Issue quote' }));
    const dialog = page.getByRole('dialog', { name: 'Issue this quote?' });
    await expect(dialog).toContainText(enquiry.email);
    await expectAccessible();
    await person.press(dialog.getByRole('button', { name: 'Issue and send' }));
  });
  await expect(notice(page)).toContainText('issued, its e-mail is on its way');
  expect(person.presses()).toBe(3);
  const [sent] = await sql`
    select document.state, message.audience from documents as document
      join private.outbox as message on message.document_id = document.id
    where document.enquiry_order_id = ${enquiry.id}`;
  expect(sent).toEqual({ state: 'issued', audience: 'customer' });
});
