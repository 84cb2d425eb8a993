import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

const expectLoaded = (picture: Locator) =>
  expect
    .poll(async () => {
      await picture.scrollIntoViewIfNeeded();
      return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    })
    .toBeGreaterThan(0);

test('about @desktop', async ({ page }) => {
  await page.goto('/about');
  await expect(page).toHaveTitle(/^About \| .+/);
  const main = page.getByRole('main');
  for (const title of ['Our story', 'Why the studio exists', 'The team', 'Our vision']) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  }
  const figures = main.getByRole('region', { name: 'In figures' });
  await expect(figures).toContainText('More than 200 brands');
  await expect(figures).toContainText('Over 100,000 images');
  await expect(figures).toContainText('1,000+ videos');
  const portfolio = main.getByRole('region', { name: 'From the shooting floor' });
  await expect(portfolio.getByRole('img')).toHaveCount(4);
  for (const picture of await portfolio.getByRole('img').all()) await expectLoaded(picture);
  await main.getByRole('link', { name: 'book your shoot', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('projects @desktop @long', async ({ page }) => {
  await page.goto('/projects');
  await expect(page).toHaveTitle(/^Projects \| .+/);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(6);
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading', { level: 2 })).toBeVisible();
    await expectLoaded(card.locator('img'));
    const link = card.getByRole('link', { name: /^View Project/ });
    await expect(link).toHaveText('View Project');
    await expect(link).toHaveAttribute('href', /^https:\/\//);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});

test('pricing @desktop @long', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page).toHaveTitle(/^Pricing \| .+/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
  for (const plan of [
    'Hourly rental rates',
    'Daily rental rates',
    'Weekly rental rates',
    'Package deals',
    'Special rates for students and non-profits',
  ]) {
    await expect(main.getByRole('heading', { name: plan })).toBeVisible();
  }
  await expect(main).toContainText('Contact the studio directly');
  await expect(main.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:/);
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page.getByRole('heading', { name: 'Get in touch' })).toBeInViewport();
});

test('studio policy @desktop @long', async ({ page }) => {
  await page.goto('/studio-policy');
  await expect(page).toHaveTitle(/^Studio Policy \| .+/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(10);
  const section = (name: string) => main.getByRole('region', { name });
  const people = section('People on set');
  await expect(people).toContainText('up to 12 people, not counting our staff');
  await expect(people).toContainText('Each extra person is ₹500.');
  const time = section('Your hours and overtime');
  await expect(time).toContainText('a grace period of 20 to 30 minutes for pack-up');
  await expect(time).toContainText('overtime is charged by the hour');
  const payment = section('Booking and payment').getByRole('row');
  await expect(payment.nth(1)).toHaveText('Under ₹25,000100% advance');
  await expect(payment.nth(2)).toHaveText('₹25,000 and over50% advance and 50% by the shoot day');
  const refunds = section('Cancellations and refunds');
  await expect(refunds).toContainText('Refunds are processed in 5 to 7 working days');
  await expect(refunds.getByRole('row')).toHaveText([
    'You cancelWe refund',
    '48 hours or more beforeFull refund',
    '24 to 48 hours before75%',
    'Under 24 hours before50%',
    'No-showNo refund',
  ]);
  await expect(section('Cleaning')).toContainText('a cleaning fee of ₹2,000');
  await expect(section('What is included')).toContainText('8 chairs and 1 desk');
  await expect(section('Power and generators')).toContainText(
    'Portable generators are welcome up to 5 kVA only',
  );
  await expect(section('Pets and animals')).toContainText('Pets need our prior approval');
  await main.getByRole('link', { name: 'Cleaning' }).click();
  await expect(section('Cleaning').getByRole('heading')).toBeInViewport();
});

test('each page has a meta description and a heading @desktop', async ({ request }) => {
  for (const path of ['/', '/about', '/projects', '/pricing', '/studio-policy']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/<meta name="description" content="[^"]{50,}"/);
    expect(html, path).toMatch(/<h1/);
  }
});
