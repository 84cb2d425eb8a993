import type { Page } from '@playwright/test';
import { datesName, dayName, storeDates, type Dates } from './support/availability.ts';
import { putOutOfService } from './support/bookings.ts';
import { putItem } from './support/items.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, hydrated, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

let dates: Dates;
let middle: Dates;
// why before each: a run may pass midnight.
test.beforeEach(() => {
  dates = { from: studioDay(40), to: studioDay(42) };
  middle = { from: studioDay(41), to: studioDay(41) };
});
const dated = (slug: string, { from, to } = dates) => `/props/${slug}?from=${from}&to=${to}`;
const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);
const draft = (page: Page) =>
  page.evaluate((): unknown => {
    const text = window.localStorage.getItem('enquiryDraft');
    return text && Reflect.get(JSON.parse(text) as object, 'form');
  });

test('an item’s page says what is free on its dates, and other dates are selected by keyboard @clock @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const category_id = { lookup: 'prop_categories', name: 'Office' };
  const item = await putItem(sql, 'props', { own: { quantity: 2, category_id } });
  await putOutOfService(sql, { item: item.id, quantity: 2, ...middle });
  await putOutOfService(sql, {
    item: item.id,
    quantity: 1,
    from: studioDay(50),
    to: studioDay(50),
  });
  const shifts = await watchShifts(page);
  await page.goto(dated(item.slug));
  const words = page.getByRole('status').filter({ hasText: /Booked|free/ });
  await expect(words).toHaveText(`Booked · free from ${dayName(studioDay(42))}`);
  await expect(day(page, middle.from)).toHaveAccessibleName(/, booked$/);
  await expect(day(page, dates.from)).toHaveAccessibleName(/, first day, 2 of 2 free$/);
  await expect(page.getByRole('link', { name: /similar, free then$/ })).toHaveAttribute(
    'href',
    '#similar-free',
  );
  await expect(page.getByRole('region', { name: /similar, free then$/ })).toBeVisible();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await shifts()).toEqual({ sum: 0, moved: [] });
  await expectAccessible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect
    .poll(() => draft(page))
    .toMatchObject({ rental_from: dates.from, rental_to: dates.to });

  await day(page, dates.from).focus();
  await page.keyboard.press('ArrowDown');
  await expect(day(page, studioDay(47))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Select the last day')).toBeVisible();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const next = { from: studioDay(47), to: studioDay(50) };
  await expect(page).toHaveURL(dated(item.slug, next));
  await expect(words).toHaveText(`1 of 2 free ${datesName(next)}`);
  await expect
    .poll(() => draft(page))
    .toMatchObject({ rental_from: next.from, rental_to: next.to });

  await page.getByRole('button', { name: 'Clear dates' }).click();
  await expect(page).toHaveURL(`/props/${item.slug}`);
  await expect(page.getByRole('button', { name: 'When?' })).toBeVisible();
  await expect.poll(() => draft(page)).toMatchObject({ rental_from: '', rental_to: '' });
});

test('an item’s page says the next free days, and "When?" opens the picker with them @long', async ({
  page,
  sql,
}) => {
  const item = await putItem(sql, 'props', { own: { quantity: 1 } });
  await putOutOfService(sql, { item: item.id, quantity: 1, ...middle });
  await page.goto(`/props/${item.slug}`);
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await hydrated(page);
  // Any use of the page loads what is free.
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  const before = datesName({ from: studioDay(0), to: studioDay(40) });
  await expect(page.getByText(`Free ${before}, then from ${dayName(studioDay(42))}`)).toBeVisible();
  await expect(day(page, studioDay(1))).toHaveAccessibleName(/, 1 of 1 free$/);

  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  await page.getByRole('button', { name: 'When?' }).click();
  const today = picker.locator(`[data-day="${studioDay(0)}"]`);
  await expect(today).toBeFocused();
  await expect(today).toHaveAccessibleName(/, 1 of 1 free$/);
  await page.keyboard.press('Escape');

  await storeDates(page, dates);
  await page.getByRole('button', { name: 'When?' }).click();
  await picker.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page).toHaveURL(dated(item.slug));
  await expect(page.getByText(`Booked · free from ${dayName(studioDay(42))}`)).toBeVisible();
  await page.getByRole('button', { name: /^Change to/ }).click();
  const next = { from: studioDay(42), to: studioDay(44) };
  await expect(page).toHaveURL(dated(item.slug, next));
  await expect(page.getByText(`Free ${datesName(next)}`)).toBeVisible();
});

test('without figures the calendar names booked days only @long @desktop', async ({
  page,
  sql,
}) => {
  const item = await putItem(sql, 'props', { own: { quantity: 1 } });
  await page.route('**/rpc/item_calendar', (route) =>
    route.fulfill({ json: { of: null, days: [{ day: studioDay(2), free: 0 }] } }),
  );
  await page.goto(`/props/${item.slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'When?' }).focus();
  await expect(day(page, studioDay(2))).toHaveAccessibleName(/, booked$/);
  await expect(day(page, studioDay(1))).toHaveAccessibleName(/\d{4}$/);
});

test('a dated page of a crew member and of a set @long @desktop', async ({ page, sql }) => {
  const crew = await putItem(sql, 'crews', { own: { quantity: 1 } });
  await putOutOfService(sql, { item: crew.id, quantity: 1, ...dates });
  await page.goto(`/crew/${crew.slug}?from=${dates.from}&to=${dates.to}`);
  await expect(page.getByText(`Booked · free from ${dayName(studioDay(43))}`)).toBeVisible();
  const set = await putItem(sql, 'sets', { own: { quantity: 1 } });
  await page.goto(`/rent-sets-packages/${set.slug}?from=${dates.from}&to=${dates.to}`);
  await expect(page.getByText(`Free ${datesName(dates)}`)).toBeVisible();
});

test('a dated item page without JavaScript @long @desktop', async ({ browser, sql }) => {
  const item = await putItem(sql, 'props', { own: { quantity: 1 } });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${process.env['SITE']}/props/${item.slug}`);
  await page.getByLabel('From').fill(dates.from);
  await page.getByLabel('to', { exact: true }).fill(dates.to);
  await page.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page).toHaveURL(dated(item.slug));
  await expect(page.getByText(`Free ${datesName(dates)}`)).toBeVisible();
  await context.close();
});
