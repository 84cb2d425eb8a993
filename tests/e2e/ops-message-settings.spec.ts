import { join } from 'node:path';
import type { renderMail } from '#app/render-mail.ts';
import { TEMPLATES } from '#domain/messages/templates.ts';
import { makeStaff } from './support/staff.ts';
import { coveredStops } from './support/tab-stops.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

type RenderMail = (...message: Parameters<typeof renderMail>) => Promise<{ html: string }>;

const BUILT = join(import.meta.dirname, '../../dist/server/server.js');

test('an admin edits the text of an e-mail, with preview, and sees what is wrong @desktop @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  await sql`delete from private.studio_settings where key like 'messages.return_today%'`;
  await signIn();
  await page.goto('/ops/settings/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Return today' })).toBeChecked();
  await expectAccessible();
  await expectLegibleInDark(page);

  await page.getByRole('button', { name: 'edit text: Return today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Return today' })).toBeVisible();
  const text = page.getByLabel('Text', { exact: true });
  await expect(text).toHaveValue(
    'Your rental {number} ends today. Please bring everything back before we close.',
  );
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const mail = preview.frameLocator('iframe');
  await expect(preview).toContainText('Return today: ORD-01042');
  await expect(mail.getByText('Your rental ORD-01042 ends today.')).toBeVisible();
  await expect(mail.getByText('Hello Asha,')).toBeVisible();
  await expect(mail.getByRole('row', { name: 'Dates 14–16 Nov · 3 days' })).toBeVisible();

  // A word in braces that does not exist is named, with those that do.
  await text.fill('Dear {first_name}, it costs {price}. <b>Hurry</b> ');
  await page.getByRole('button', { name: 'Dates: insert {dates}' }).click();
  await expect(text).toHaveValue('Dear {first_name}, it costs {price}. <b>Hurry</b> {dates}');
  await expect(mail.getByText('Dear Asha, it costs {price}. <b>Hurry</b> 14–16 Nov')).toBeVisible();
  await page.getByRole('button', { name: 'save settings' }).click();
  await expect(
    page.getByText(
      'There is no {price} here. You can use {first_name}, {number}, {dates}, {studio}, {phone}.',
    ),
  ).toBeVisible();
  await expect(text).toBeFocused();
  await expectAccessible();

  await page.getByLabel('Subject').fill('See you today, {first_name}');
  await text.fill('Please bring back {number}.');
  await page.getByRole('button', { name: 'save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const saved = await sql`
    select key, value from private.studio_settings where key like 'messages.return_today%' order by key`;
  expect([...saved]).toEqual([
    { key: 'messages.return_today_subject', value: 'See you today, {first_name}' },
    { key: 'messages.return_today_text', value: 'Please bring back {number}.' },
  ]);
  await sql`delete from private.studio_settings where key like 'messages.return_today%'`;
});

test('typed texts stay when the list is shown, after a reload and after a refusal @long @desktop', async ({
  page,
  sql,
  signIn,
}) => {
  await sql`delete from private.studio_settings where key like 'messages.overdue%'`;
  await signIn();
  await page.goto('/ops/settings/messages?email=overdue');
  const subject = page.getByLabel('Subject');
  await subject.fill('{nothing} to see');
  await page.getByRole('button', { name: 'all e-mails' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Not returned yet' });
  await expect(row).toContainText('not saved yet');
  await page.reload();
  await expect(row).toContainText('not saved yet');

  // Saving leads to the field with the mistake.
  await page.getByRole('button', { name: 'save settings' }).click();
  await expect(page).toHaveURL('/ops/settings/messages?email=overdue');
  await expect(subject).toBeFocused();
  await expect(subject).toHaveValue('{nothing} to see');
  await expect(page.getByText(/^There is no \{nothing\} here\. You can use/)).toBeVisible();

  await page.getByRole('button', { name: 'back to the default' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'back to the default' }).click();
  await expect(subject).toHaveValue('Please return the items of {number}');
  await expect(page.getByRole('button', { name: 'save settings' })).toBeDisabled();
});

test('two admins change one text, a switch is saved, and the change is undone @long @desktop', async ({
  page,
  sql,
  signIn,
  consoleErrors,
}) => {
  await sql`delete from private.studio_settings where key like 'messages.pickup_tomorrow_%'`;
  await signIn();
  await page.goto('/ops/settings/messages?email=pickup_tomorrow');
  await page.getByLabel('Subject').fill('Mine {number}');
  await sql`
    insert into private.studio_settings (key, value) values ('messages.pickup_tomorrow_subject', '"Theirs {number}"')`;
  await page.getByRole('button', { name: 'save settings' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed' });
  await expect(alert).toContainText('Yours: Mine {number}');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
  await alert.getByRole('button', { name: 'Take theirs: Pick-up tomorrow: subject' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Theirs {number}');
  await page.getByRole('button', { name: 'all e-mails' }).click();
  await page.getByRole('switch', { name: 'Pick-up tomorrow', exact: true }).click();
  await page.getByRole('button', { name: 'save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const last = page
    .getByRole('list', { name: 'Changes of settings' })
    .getByRole('listitem')
    .filter({ hasText: 'Pick-up tomorrow: yes → no' })
    .first();
  await last.getByRole('button', { name: 'Undo the change of Pick-up tomorrow' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Pick-up tomorrow', exact: true })).toBeChecked();
  await sql`delete from private.studio_settings where key like 'messages.pickup_tomorrow_%'`;
});

test('a test to oneself tells its outcome, of the saved text and sender only @long @desktop', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/ops/settings/messages?email=invoice');
  const send = page.getByRole('button', { name: 'Send a test to me' });
  await page.getByLabel('Subject').fill('Not saved');
  await expect(send).toBeDisabled();
  await expect(page.getByText('A test uses what is saved: save first.')).toBeVisible();
  await page.getByRole('button', { name: 'discard' }).click();
  await send.click();
  const waits = page.getByText('because no mail server is set up on the server (SMTP_URL)');
  await expect(waits).toBeVisible();
  await page.getByRole('button', { name: 'all e-mails' }).click();
  await send.click();
  await expect(waits).toBeVisible();
});

test('the preview shows every e-mail at both widths and in both colours @long @desktop', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/ops/settings/messages');
  const edits = page.getByRole('button', { name: /^Edit text: / });
  await expect(edits).toHaveCount(14);
  const frame = page.frameLocator('iframe[title="The e-mail"]');
  for (let at = 0; at < 14; at += 1) {
    await edits.nth(at).click();
    await expect(frame.getByText('14, 3rd Cross')).toBeVisible();
    await page.getByRole('button', { name: 'all e-mails' }).click();
  }
  await edits.first().click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Desktop' }).click();
  await preview.getByRole('button', { name: 'Dark' }).click();
  await expect(preview.getByRole('button', { name: 'Dark' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(frame.getByText('Hello Asha,')).toHaveCSS('color', 'rgb(242, 238, 232)');
  await expectAccessible();
});

test('no field of the messages is behind the bar of buttons @long', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/ops/settings/messages');
  await page.getByRole('switch', { name: 'Enquiry received' }).focus();
  const last = page.getByLabel('Address of this site (optional)');
  expect(await coveredStops(page, last)).toEqual([]);
});

test('other staff read who may change the messages @long @desktop', async ({
  page,
  sql,
  signIn,
}) => {
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/settings/messages');
  await expect(page.getByText(/This page is open to the role Admin/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every e-mail is readable at 320 and 600 pixels, ${colorScheme} @long @desktop`, async ({
    page,
    expectAccessible,
  }) => {
    // why the cast: the built app has no types.
    const built = (await import(BUILT)) as { default: { renderMail: RenderMail } };
    await page.emulateMedia({ colorScheme });
    for (const template of TEMPLATES) {
      const { html } = await built.default.renderMail(
        {
          id: '',
          lease: '',
          attempt: 1,
          message_id: '<a@b>',
          thread: null,
          template: 'test',
          audience: 'person',
          to: null,
          settings: {},
          texts: { text: `{studio} ${'longword'.repeat(30)}` },
          sample_of: template,
          content: {
            customer: null,
            rental: null,
            document: null,
            payment: null,
            answer: null,
            words: null,
            overdue: null,
            path: null,
          },
        },
        {},
        'https://rent.frameyard.test',
      );
      for (const width of [320, 600]) {
        await page.setViewportSize({ width, height: 800 });
        await page.setContent(html);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, `${template} at ${width}`).toBe(0);
      }
      await expectAccessible();
    }
    const ground = colorScheme === 'dark' ? 'rgb(27, 25, 23)' : 'rgb(250, 248, 244)';
    await expect(page.locator('body')).toHaveCSS('background-color', ground);
  });
}
