import type { Page } from '@playwright/test';
import { typedDay } from './support/availability.ts';
import { putOutOfService } from './support/bookings.ts';
import { putProp, rareWord } from './support/catalogue.ts';
import { contrastOf } from './support/contrast.ts';
import { DAY_MS } from '#domain/days.ts';
import { headOf } from './support/html.ts';
import { atMoment } from './support/moment.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, hydrated, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');
const LONG =
  'January February March April May June July August September October November December';

const from = studioDay(20);
const to = studioDay(22);
const dated = `from=${from}&to=${to}`;

const short = (date: string) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`;

/** `14–16 Nov`, `30 Nov – 2 Dec`. */
const PERIOD =
  from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${short(to)}`
    : `${short(from)} – ${short(to)}`;

/** The button of a day: its name begins with the weekday. */
const day = (page: Page, date: string) => {
  const month = LONG.split(' ')[Number(date.slice(5, 7)) - 1];
  const name = `day ${Number(date.slice(8))} ${month} ${date.slice(0, 4)}`;
  return page.getByRole('button', { name: new RegExp(name) });
};

/** Shows the month of a day in the open range picker. */
async function turnTo(page: Page, date: string): Promise<void> {
  await expect(page.getByRole('grid').first()).toBeVisible();
  while ((await day(page, date).count()) === 0) {
    await page.getByRole('button', { name: 'Next month' }).click();
  }
}

/** 'When?', or the dates: on a phone without the number of days. */
const when = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^When\\?|days$|^${PERIOD}$`) });
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test('a visitor selects dates and sees what is free then, on every page @clock', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  const free = await putProp(sql, { name: `Lamp ${word}` });
  const booked = await putProp(sql, { name: `Chair ${word}` });
  await putOutOfService(sql, { item: free.id, quantity: 1, from: to, to });
  await putOutOfService(sql, { item: booked.id, quantity: 3, from, to });
  await page.goto(`/rent-props?q=${word}`);
  await expect(card(page, free.name)).not.toContainText('free');
  await when(page).click();
  await turnTo(page, from);
  await expectAccessible();
  await day(page, from).click();
  await turnTo(page, to);
  await day(page, to).click();
  await page.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page).toHaveURL(`/rent-props?q=${word}&${dated}`);
  await expect(card(page, free.name)).toContainText(`2 of 3 free ${PERIOD}`);
  await expect(card(page, booked.name)).toContainText(`Booked ${PERIOD}`);
  // The chair is newer, but booked, so it follows the heading.
  const rest = page.getByRole('region', { name: `Booked ${PERIOD} (1)` });
  await expect(rest.getByRole('article')).toHaveText([new RegExp(booked.name)]);
  await expect(page.getByRole('article').first()).toContainText(free.name);
  await expect(when(page)).toContainText(PERIOD);
  await expect(when(page)).toBeFocused();
  await expectAccessible();

  // The links of the page carry the dates, and the enquiry form has them.
  await expect(card(page, free.name).getByRole('link')).toHaveAttribute('href', new RegExp(dated));
  const draft = await page.evaluate(() => localStorage.getItem('enquiryDraft'));
  expect(draft).toContain(`"rental_from":"${from}","rental_to":"${to}"`);

  // Without dates in the address the remembered ones are offered.
  await page.goto('/rent-gear');
  await page.getByRole('button', { name: `See what is free ${PERIOD}` }).click();
  await expect(page).toHaveURL(`/rent-gear?${dated}`);
});

test('only free items: the switch has its number, and Back and reload keep it @long', async ({
  page,
  sql,
}) => {
  const word = rareWord();
  const free = await putProp(sql, { name: `Lamp ${word}` });
  const booked = await putProp(sql, { name: `Chair ${word}` });
  await putOutOfService(sql, { item: booked.id, quantity: 3, from, to });
  await page.goto(`/rent-props?q=${word}&${dated}`);
  const only = page.getByRole('switch', { name: 'Only free' });
  await expect(only).not.toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: '2 items' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Only free1');
  await only.click();
  await expect(page).toHaveURL(`/rent-props?q=${word}&${dated}&free=1`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await card(page, free.name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: free.name })).toBeVisible();
  await page.goBack();
  await expect(only).toBeChecked();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await only.click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await putOutOfService(sql, { item: free.id, quantity: 3, from, to });
  await page.goto(`/rent-props?q=${word}&${dated}&free=1`);
  await expect(page.getByRole('heading', { name: `Nothing free ${PERIOD}` })).toBeVisible();
  await page.getByRole('link', { name: 'Show booked items too' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('past days of the range picker are legible @desktop @long', async ({ page }) => {
  // A day with past days in its month.
  await atMoment(page, '2027-03-31T06:00:00Z');
  await page.goto('/rent-props');
  await when(page).click();
  const past = day(page, '2027-03-30');
  await expect(past).toBeDisabled();
  expect(await contrastOf(past)).toBeGreaterThanOrEqual(4.5);
});

for (const days of [-3, 3]) {
  test(`a device whose clock is ${days} days off has the studio’s today @clock @desktop @long`, async ({
    page,
    sql,
  }) => {
    const seen = Promise.withResolvers<void>();
    await page.route('/healthz', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.clock.setFixedTime(Date.now() + days * DAY_MS);
    await page.goto(`/props/${(await putProp(sql, {})).slug}`);
    await expect(day(page, studioDay(days))).toHaveAccessibleName(/, today/);
    seen.resolve();
    await page.getByRole('heading', { name: 'Rental dates' }).click();
    await expect(day(page, studioDay(0))).toHaveAccessibleName(/, today/);
    // why not the other day: the months begin with this week.
    await expect(page.getByRole('grid').getByRole('button', { name: /, today/ })).toHaveCount(1);
  });
}

test('dates without JavaScript are a plain form @desktop @long', async ({
  browser,
  baseURL,
  sql,
}) => {
  const word = rareWord();
  const booked = await putProp(sql, { name: `Chair ${word}`, colour: 'Gold' });
  const { name } = await putProp(sql, { name: `Lamp ${word}`, colour: 'Gold' });
  await putOutOfService(sql, { item: booked.id, quantity: 3, from, to });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(`/rent-props?q=${word}&colour=gold&sort=name`);
  await page.getByLabel('From').fill(from);
  await page.getByLabel('to', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page).toHaveURL(`/rent-props?q=${word}&sort=name&colour=gold&${dated}`);
  await expect(card(page, booked.name)).toContainText(`Booked ${PERIOD}`);
  await page.getByRole('checkbox', { name: 'Only free' }).check();
  await page.getByRole('button', { name: 'Show what is free' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, name)).toContainText(`3 of 3 free ${PERIOD}`);
  await page.getByRole('searchbox', { name: 'Search props' }).fill(name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`${dated}&free=1`));
  await context.close();
});

test('the range picker works by keyboard and takes typed days @desktop @long', async ({ page }) => {
  await page.goto(`/rent-backdrops?${dated}`);
  await when(page).focus();
  await page.keyboard.press('Enter');
  await expect(day(page, from)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(when(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(day(page, from)).toBeFocused();
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = [day(page, from), day(page, studioDay(27))].map((one) =>
    one.evaluate((button) => getComputedStyle(button).backgroundColor),
  );
  expect(new Set(await Promise.all(colours)).size, 'grounds in forced colours').toBe(2);
  await page.emulateMedia({ forcedColors: null });
  await page.keyboard.press('ArrowDown');
  await expect(day(page, studioDay(27))).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 days' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show what is free' }).press('Enter');
  await expect(page).toHaveURL(`/rent-backdrops?from=${studioDay(27)}&to=${studioDay(28)}`);

  await when(page).press('Enter');
  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  const last = picker.getByRole('textbox', { name: 'Last day' });
  await expect(last).toHaveValue(typedDay(studioDay(28)));
  await last.fill('soon');
  await expect(picker).toContainText('Last day: type it like 14 Nov or 14/11');
  await expect(picker.getByRole('button', { name: 'Show what is free' })).toBeDisabled();
  const [, month, number] = studioDay(30).split('-');
  await last.fill(`${Number(number)}/${Number(month)}`);
  await expect(day(page, studioDay(30))).toHaveAccessibleName(/last day/);
  await last.press('Enter');
  await expect(page).toHaveURL(`/rent-backdrops?from=${studioDay(27)}&to=${studioDay(30)}`);
  await page.getByRole('button', { name: 'Clear dates' }).click();
  await expect(page).toHaveURL('/rent-backdrops');
  await expect(when(page)).toBeFocused();
});

test('what is booked leads to what is similar and free @long', async ({
  page,
  sql,
  expectAccessible,
}) => {
  const word = rareWord();
  const category = 'Lighting';
  const booked = await putProp(sql, { name: `Chair ${word}`, category });
  const stool = await putProp(sql, { name: `Stool ${word}`, category });
  await putOutOfService(sql, { item: booked.id, quantity: 3, from, to });
  await page.goto(`/rent-props?q=${word}&${dated}`);
  const similar = card(page, booked.name).getByRole('button', { name: /similar, free then/ });
  await card(page, booked.name).scrollIntoViewIfNeeded();
  await expect(similar).toContainText('4 similar, free then');
  await similar.click();
  const sheet = page.getByRole('dialog', { name: `Free ${PERIOD}` });
  await expect(sheet.getByRole('article').first()).toContainText('free');
  await expectAccessible();
  await expect(sheet.getByRole('article').first()).toContainText(stool.name);
  await sheet.getByRole('button', { name: `Add ${stool.name} to order` }).click();
  await expect(sheet.getByRole('article')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(similar).toContainText('3 similar, free then');
  await similar.click();
  await sheet.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(dated));
});

test('dates that an address may not hold are ignored @long @desktop', async ({ page, request }) => {
  for (const bad of [`from=${to}&to=${from}`, 'from=2020-01-01&to=2020-01-02', 'from=x&to=y']) {
    const answer = await request.get(`/rent-gear?${bad}&free=1`);
    expect(answer.status()).toBe(200);
    expect(await answer.text()).not.toContain('Only free');
  }
  await page.goto(`/rent-gear?from=${from}&to=${studioDay(20 + 92)}`);
  await expect(when(page)).toHaveText('When?');
});

test('pages with dates are not indexed and name the page without them @long @desktop', async ({
  request,
  baseURL,
}) => {
  for (const path of ['/rent-props', '/free-props']) {
    const head = headOf(await (await request.get(`${path}?${dated}`)).text());
    expect(head.meta['robots']).toBe('noindex');
    expect(head.canonical).toBe(`${baseURL}${path}`);
  }
});

test('dates changed in the enquiry form are those of the catalogue after Back @long @desktop', async ({
  page,
}) => {
  await page.goto(`/rent-gear?${dated}`);
  await page
    .getByRole('button', { name: /^Add .* to order$/ })
    .first()
    .click();
  // why by key: on a phone it is below a list that grows while one scrolls to it.
  await page.getByRole('link', { name: 'my order' }).first().press('Enter');
  await page.getByRole('button', { name: /place enquiry/i }).click();
  await expect(page.getByLabel('Rental start date')).toHaveValue(typedDay(from));
  await page.getByLabel('Rental end date').fill(studioDay(25));
  await page.goBack();
  await expect(page).toHaveURL(`/rent-gear?from=${from}&to=${studioDay(25)}`);
});

test('nothing shifts while a page with dates loads @long', async ({ page }) => {
  const shifts = await watchShifts(page);
  await page.goto(`/rent-sets-packages?from=${studioDay(4)}&to=${studioDay(6)}`);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await shifts()).toEqual({ sum: 0, moved: [] });
});
