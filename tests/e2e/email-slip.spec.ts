import { expect, hydrated, test } from './support/test.ts';

test('a slip behind the @ of an address is mended in one press, by mouse and by key', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  const email = page.getByLabel('Email', { exact: true });
  const ask = page.getByRole('button', { name: 'Did you mean asha@gmail.com?' });
  const below = page.getByRole('button', { name: 'Send Message' });
  await email.scrollIntoViewIfNeeded();
  const place = await below.boundingBox();

  await email.fill('<asha@gmial.com>');
  await email.press('Tab');
  await expect(email).toHaveValue('asha@gmial.com');
  await expect(email).toHaveAccessibleDescription('Did you mean asha@gmail.com?');
  expect(await below.boundingBox()).toEqual(place);
  await expectAccessible();
  await ask.click();
  await expect(email).toHaveValue('asha@gmail.com');
  await expect(email).toBeFocused();
  await expect(ask).toHaveCount(0);

  await email.fill('asha@gmail.con');
  await email.press('Tab');
  await expect(ask).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(ask).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('asha@gmail.com');
  await expect(ask).toHaveCount(0);

  // Somebody who types on is not asked any more.
  await email.fill('asha@gmail.con');
  await email.press('Tab');
  await expect(ask).toBeVisible();
  await email.fill('asha@frameyard.example');
  await expect(ask).toHaveCount(0);
  await email.press('Tab');
  await expect(email).toHaveAccessibleDescription('');
});

test('addresses of staff and settings lose what is copied around them @desktop @long', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/ops/settings/staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const address = page.getByLabel('E-mail', { exact: true });
  await address.fill('mailto:meera@example.in,');
  await address.press('Tab');
  await expect(address).toHaveValue('meera@example.in');
  await page.keyboard.press('Escape');

  await page.goto('/ops/settings/studio');
  const studio = page.getByLabel('E-mail', { exact: true }).first();
  const before = await studio.inputValue();
  await studio.fill(`\u202a${before}\u202c`);
  await studio.press('Tab');
  await expect(studio).toHaveValue(before);
});
