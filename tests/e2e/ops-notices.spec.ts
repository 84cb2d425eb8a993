import type { BrowserContext, Page } from '@playwright/test';
import { openLive } from './support/live.ts';
import { test, type OwnSite } from './support/own-site.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, signInByForm } from './support/test.ts';

// why a site of its own: other tests send enquiries, which every open page tells of.

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const choice = (page: Page, name: string) => page.getByRole('switch', { name });

/** Counts the tones that all pages of a context play: two for each notice. */
async function countTones(context: BrowserContext): Promise<() => number> {
  let tones = 0;
  await context.exposeFunction('countTone', () => {
    tones += 1;
  });
  await context.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        Object(window).countTone();
        return super.createOscillator();
      }
    };
  });
  return () => tones;
}

/** Items for enquiries. */
const stock = (site: OwnSite) =>
  site.query(
    (sql) =>
      sql`insert into props (name, price, quantity) values ('Lamp', 100, 9), ('Sofa', 900, 9)`,
  );

test(
  'a new enquiry is told by name in every tab, with one sound for all, and opened from there',
  { tag: ['@desktop', '@live', '@long'] },
  async ({ page, context, request, site }) => {
    await stock(site);
    const tones = await countTones(context);
    await signInByForm(page);
    await openLive(page, '/ops/today');
    await page.getByRole('heading', { level: 1 }).click();
    const other = await context.newPage();
    await openLive(other, '/ops/today');
    await other.getByRole('heading', { level: 1 }).click();

    const sent = await sendEnquiry(request);
    for (const tab of [page, other]) {
      await expect(notice(tab).getByText(`New enquiry ${sent.number}`)).toBeVisible();
      await expect(notice(tab).getByText('Nandini', { exact: true })).toBeVisible();
      await expect(tab).toHaveTitle(/^\(1\) Today/);
    }
    await expect.poll(tones).toBe(2);
    await notice(page).getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('dialog', { name: sent.number })).toBeVisible();
    await expect(page).toHaveTitle(/^CRM-Rental/);
    expect(tones()).toBe(2);
  },
);

test(
  'what a person has switched off is not told, and nothing rings in quiet hours',
  { tag: ['@desktop', '@live', '@long'] },
  async ({ page, context, request, site }) => {
    await stock(site);
    const tones = await countTones(context);
    // Quiet the whole day but one minute.
    await site.query(
      (
        sql,
      ) => sql`insert into private.notice_settings (user_id, screen, sound, push, quiet_from, quiet_to)
        select id, '{message_new}', '{enquiry_new,message_new}', '{}', '00:01', '00:00' from user_profiles`,
    );
    await signInByForm(page);
    await openLive(page, '/ops/today');
    await page.getByRole('heading', { level: 1 }).click();
    const told = page.waitForResponse('**/rest/v1/rpc/notice');
    await sendEnquiry(request);
    await told;
    await site.query(
      (
        sql,
      ) => sql`insert into contact_enquiries (customer_id, message, contact_first_name, contact_last_name)
        select id, 'Hello', 'Kavya', 'Rao' from customers`,
    );
    await expect(notice(page).getByText('New message')).toBeVisible();
    await expect(notice(page).getByText('Kavya')).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) Today/);
    expect(tones()).toBe(0);
  },
);

test(
  'each person’s choice is saved at once',
  { tag: ['@desktop', '@long'] },
  async ({ page, expectAccessible }) => {
    await signInByForm(page);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'notices' }).click();
    await expect(page.getByRole('heading', { name: 'Notices', level: 1 })).toBeVisible();
    await expect(choice(page, 'New enquiry on screen')).toBeChecked();
    await expect(choice(page, 'Payment reported with a sound')).not.toBeChecked();
    await expect(choice(page, 'Return overdue on devices')).not.toBeChecked();
    await expectAccessible();

    const saving = async (act: () => Promise<void>) => {
      const saved = page.waitForResponse('**/rest/v1/rpc/change_notices');
      await act();
      await saved;
    };
    await saving(() => choice(page, 'New enquiry on screen').uncheck());
    await saving(() => choice(page, 'Quiet hours').check());
    await expect(page.getByLabel('From')).toHaveValue('22:00');
    await saving(async () => {
      await page.getByLabel('From').fill('21:30');
      await page.getByLabel('Until').focus();
    });
    await saving(async () => {
      await page.getByLabel('Until').fill('06:15');
      await page.getByLabel('Until').blur();
    });
    await page.reload();
    await expect(choice(page, 'New enquiry on screen')).not.toBeChecked();
    await expect(page.getByLabel('From')).toHaveValue('21:30');
    await expect(page.getByLabel('Until')).toHaveValue('06:15');
  },
);
