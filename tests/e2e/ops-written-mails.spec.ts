import { test } from './support/own-site.ts';
import { ADMIN } from './support/site.ts';
import { expect, signInByForm } from './support/test.ts';

test.use({ writesMails: true });

test('e-mails that a development server writes into a folder are read on their page @long @desktop', async ({
  page,
  site,
  expectAccessible,
}) => {
  await site.query(
    (sql) => sql`insert into private.outbox (channel, template, audience, user_id, params)
      select 'email', 'test', 'person', id, '{"sample_of": "quote"}' from auth.users where email = ${ADMIN.email}`,
  );
  await signInByForm(page);
  await page.goto('/ops/messages');
  const sending = page.getByRole('region', { name: 'Sending' });
  await expect(sending).toContainText('This server sends no e-mails.');
  const message = page.getByRole('button', { name: 'Test of “Quote”' });
  await expect(page.getByRole('row').filter({ has: message })).toContainText('Sent');
  await message.click();
  const written = page.getByRole('region', { name: 'As it was written' });
  await expect(written.getByText(/^Subject: Test: Your quote/)).toBeVisible();
  await expect(written).toContainText('Your quote is ready.');
  await expectAccessible();
});
