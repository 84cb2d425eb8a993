import type { Page } from '@playwright/test';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, hydrated, test } from './support/test.ts';

/** Stands in for a value that must not be logged. */
const PERSONAL = 'Asha Rao';

/** Replaces a number in the first row of a function's real answers. */
const spoil = (page: Page, name: string, field: string) =>
  page.route(`**/rest/v1/rpc/${name}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { items: Record<string, unknown>[] };
    const items = answer.items.map((item, at) =>
      at === 0 ? { ...item, [field]: PERSONAL } : item,
    );
    await route.fulfill({ response, json: { ...answer, items } });
  });

/** Expects one short line in the console about the field, and empties the console. */
async function expectLogged(consoleErrors: string[], name: string, field: string) {
  const problem = `The answer of ${name} has a wrong shape: items.0.${field}: invalid_type`;
  await expect.poll(() => consoleErrors.join('\n')).toContain(problem);
  expect(consoleErrors.join('\n')).not.toContain(PERSONAL);
  consoleErrors.length = 0;
}

test('a catalogue with a wrong price shows its error, and no half list @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/rent-props');
  await hydrated(page);
  await spoil(page, 'search_catalogue', 'price');
  await page.getByRole('searchbox', { name: 'Search props', exact: true }).fill('chair');
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  await expectLogged(consoleErrors, 'search_catalogue', 'price');
  await expect(page.getByText(PERSONAL)).toHaveCount(0);
});

test('enquiries with a wrong total show their error, and no half list @desktop @long', async ({
  page,
  request,
  signIn,
  consoleErrors,
}) => {
  await sendEnquiry(request);
  await signIn();
  await spoil(page, 'search_enquiries', 'total_price');
  await page.goto('/ops/crm?tab=enquiries');
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('Error loading enquiries');
  await expect(notice).toContainText('The server sent an answer that this page cannot read.');
  await expect(page.getByRole('table', { name: 'Enquiries' })).toHaveCount(0);
  await expectLogged(consoleErrors, 'search_enquiries', 'total_price');
});
