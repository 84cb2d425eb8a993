import type { Page } from '@playwright/test';
import { putOutOfService } from './support/bookings.ts';
import { putProp, rareWord } from './support/catalogue.ts';
import { enquiriesOf, someMobile } from './support/order.ts';
import { counted, type Counted } from './support/presses.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** A day of a month that comes so many months after this one: `YYYY-MM-DD`. */
function dayOfMonth(months: number, day: number): string {
  const [year = 0, month = 0] = studioDay(0).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
}
const monthOf = (date: string) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
const day = (page: Page, date: string) =>
  page.getByRole('button', {
    name: new RegExp(`day ${Number(date.slice(8))} ${monthOf(date)} ${date.slice(0, 4)}`),
  });
const cards = (page: Page) => page.locator('main article');

/** Types what the enquiry form asks for, from its first field on, and sends it. */
async function sendTyped(page: Page, { type, key }: Counted, mobile: string): Promise<void> {
  await expect(page.getByLabel('First name')).toBeFocused();
  for (const [at, text] of ['Asha', 'Rao', mobile.slice(3), 'asha@example.com'].entries()) {
    if (at > 0) await key('Tab');
    await type(text);
  }
  await key('Enter');
  await expect(page).toHaveURL('/thank-you-for-enquiry');
  await expect(page.getByRole('main')).toContainText('Enquiry submitted successfully!');
}

test('a stylist sends a list of 25 things, one of them swapped @long @desktop', async ({
  page,
  sql,
}, testInfo) => {
  const person = counted(page);
  const { press } = person;
  const word = rareWord();
  const things = 'chair sofa lamp table vase mirror rug stool clock radio'.split(' ');
  const groups = things.map((thing, at) => ({
    named: (name: string) => `${word}${'abcdefghij'[at]} ${name} ${thing}`,
    count: at < 5 ? 3 : 2,
  }));
  const booked = { id: '', name: '' };
  for (const { named, count } of groups) {
    for (const name of ['One', 'Two', 'Three', 'Four'].slice(0, count + 1)) {
      const made = await putProp(sql, { name: named(name), category: 'Seating' });
      if (!booked.id) Object.assign(booked, made);
    }
  }
  const [from, to] = [dayOfMonth(1, 10), dayOfMonth(1, 12)];
  await putOutOfService(sql, { item: booked.id, quantity: 3, from, to });
  const list = groups.flatMap(({ named, count }, at) =>
    ['One', 'Two', 'Three'].slice(0, count).map((name) => {
      const line = named(name);
      if (at === 0 && name === 'Two') return `3 x ${line}`;
      return at === 1 && name === 'One' ? `- ${line} (2)` : line;
    }),
  );
  const mobile = someMobile();
  await page.goto('/');

  await person.step('25 things, of two several pieces', async () => {
    await press(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'my order' }),
    );
    await press(page.getByRole('button', { name: 'Paste a list' }));
    await expect(page.getByLabel('Your list')).toBeFocused();
    await person.paste(list.join('\n'));
    await press(page.getByRole('button', { name: 'Find all' }));
    await expect(page.getByText('25 of 25 found')).toBeVisible();
    await press(page.getByRole('button', { name: 'Add 25 things to order' }));
    await expect(page.getByText('Cart Items (28)')).toBeVisible();
  });
  await person.step('dates', async () => {
    await press(page.getByRole('main').getByRole('button', { name: 'When do you need it?' }));
    await press(day(page, from));
    await press(day(page, to));
    await press(page.getByRole('button', { name: 'Set dates' }));
    await expect(page.getByText(/^Booked/)).toBeVisible();
  });
  await person.step('swap', async () => {
    await press(page.getByRole('button', { name: `in place of ${booked.name}` }));
    await expect(page.getByText(`In place of ${booked.name}.`)).toBeVisible();
    await expect(page.getByText('Everything is free then.')).toBeVisible();
  });
  await person.step('share the list', async () => {
    await page.context().grantPermissions(['clipboard-write']);
    await press(page.getByRole('button', { name: 'Copy link to list' }));
    await expect(page.getByText('Link copied')).toBeVisible();
  });
  await person.step('send', async () => {
    await press(page.getByRole('button', { name: 'Place Enquiry' }));
    await sendTyped(page, person, mobile);
  });
  expect(await enquiriesOf(sql, mobile)).toMatchObject([{ items: 25 }]);
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBeLessThanOrEqual(28);
});

test('a producer sends four things from a phone @long @phone', async ({ page, sql }, testInfo) => {
  const person = counted(page, { isTouch: true });
  const { press, type } = person;
  const word = rareWord();
  for (const name of ['chair', 'lamp', 'tripod', 'wall']) {
    await putProp(sql, { name: `${word} ${name}` });
  }
  const mobile = someMobile();
  const [from, to] = [dayOfMonth(1, 10), dayOfMonth(1, 12)];
  await page.goto('/');

  await person.step('dates', async () => {
    await press(page.getByRole('button', { name: 'When do you need it?' }));
    await press(day(page, from));
    await press(day(page, to));
    await press(page.getByRole('button', { name: 'Show what is free' }));
    await expect(page).toHaveURL(/search.*from=/);
    await expect(cards(page).first()).toContainText(/free/i);
  });
  await person.step('four things', async () => {
    await press(page.getByRole('button', { name: 'Paste a list' }));
    await expect(page.getByLabel('Your list')).toBeFocused();
    await type(`${word} chair\n${word} lamp\n${word} tripod\n${word} wall`);
    await press(page.getByRole('button', { name: 'Find all' }));
    await expect(page.getByText(/^4 of 4 found, free /)).toBeVisible();
    await press(page.getByRole('button', { name: 'Add 4 things to order' }));
    await expect(page.getByText('Everything is free then.')).toBeVisible();
  });
  await person.step('send', async () => {
    await press(page.getByRole('button', { name: 'Place Enquiry' }));
    await expect(page.getByLabel('First name')).toBeFocused();
    await person.autofill([
      [page.getByLabel('First name'), 'Asha'],
      [page.getByLabel('Last name'), 'Rao'],
      [page.getByLabel('Mobile'), mobile],
      [page.getByLabel('Email'), 'asha@example.com'],
    ]);
    await press(page.getByRole('button', { name: 'Submit Enquiry' }));
    await expect(page).toHaveURL('/thank-you-for-enquiry');
    await expect(page.getByRole('main')).toContainText('Enquiry submitted successfully!');
  });
  expect(await enquiriesOf(sql, mobile)).toMatchObject([{ items: 4 }]);
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBeLessThanOrEqual(10);
});

test('a bride enquires about one dress @long @desktop', async ({ page, sql }, testInfo) => {
  const person = counted(page);
  const { press, type, key } = person;
  const mobile = someMobile();
  const [from, to] = [dayOfMonth(2, 10), dayOfMonth(2, 12)];
  await page.goto('/');
  await person.step('free on her days', async () => {
    await press(page.getByRole('button', { name: 'When do you need it?' }));
    await expect(page.getByRole('grid').first()).toBeVisible();
    await expect(page.locator('[data-day]:focus')).toBeVisible();
    await type(`10-12 ${monthOf(from).slice(0, 3)}`);
    await key('Enter');
    await expect(page).toHaveURL(`/search?from=${from}&to=${to}`);
  });
  await person.step('find the dress', async () => {
    await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
    await type('wedding dress');
    await expect(page).toHaveURL(/q=wedding/);
    await expect(cards(page).first()).toContainText('Gown');
    await press(cards(page).first().getByRole('link'));
  });
  await person.step('send', async () => {
    await press(page.getByRole('button', { name: 'Enquire now' }));
    await sendTyped(page, person, mobile);
  });
  expect(await enquiriesOf(sql, mobile)).toMatchObject([{ items: 1 }]);
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBeLessThanOrEqual(8);
});
