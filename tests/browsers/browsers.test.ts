import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someMobile } from '#tests/e2e/support/order.ts';
import { studioDay } from '#tests/e2e/support/days.ts';
import startSite, { ADMIN } from '#tests/e2e/support/site.ts';
import { startFirefox } from './firefox.ts';
import { Hands } from './hands.ts';
import { hasFirefox, hasWebKit } from './installed.ts';
import { startWebKit } from './webkit.ts';

let stopSite: () => Promise<void>;
beforeAll(async () => {
  stopSite = await startSite();
});
afterAll(() => stopSite());

const PHONE = [470, 860] as const;
const DESKTOP = [1440, 900] as const;

/** Sends an enquiry as a visitor does, and returns its number. */
async function sendEnquiry(hands: Hands, [width, height]: readonly [number, number]) {
  const isPhone = width < 768;
  await hands.resize(width, height);
  await hands.open('/about');
  // The dates and the order of the visitor before.
  await hands.until(() => {
    localStorage.clear();
    return true;
  });
  await hands.open('/rent-props');
  if (isPhone) {
    await hands.press('button', '/^Filter/');
    await hands.press('link', '/^Seating/');
    await hands.press('button', '/^Show [\\d,]+ items$/');
  } else await hands.press('link', '/^Seating/');
  await hands.arrive('category=seating');
  await hands.press('button', '/^When/');
  await hands.fill('First day', studioDay(40));
  await hands.fill('Last day', studioDay(42));
  await hands.press('button', 'Show what is free');
  await hands.arrive(`from=${studioDay(40)}&to=${studioDay(42)}`);
  await hands.read('\\d of \\d+ free');
  const name = await hands.until(
    () => document.querySelector('article a[href^="/props/"]')?.textContent,
  );
  await hands.press('link', name);
  await hands.arrive('/props/');
  await hands.see('heading', name);
  await hands.press('button', 'Add to Order');
  await hands.press('button', 'View order');
  await hands.see('heading', 'My Order');
  await hands.press('button', 'Place Enquiry');
  await hands.fill('First name', 'Asha');
  await hands.fill('Last name', 'Rao');
  await hands.fill('Mobile', someMobile().slice(3));
  await hands.fill('Email', 'asha@example.com');
  await hands.press('button', 'Submit Enquiry');
  await hands.arrive('/thank-you-for-enquiry');
  const number = await hands.read('ENQ-\\d{5}');
  await hands.back();
  await hands.read('My Order');
  return number;
}

describe.for([
  { browser: 'WebKit', isThere: hasWebKit, start: startWebKit },
  { browser: 'Firefox', isThere: hasFirefox, start: startFirefox },
])('in $browser', ({ isThere, start }) => {
  let hands: Hands;
  let enquiry = '';
  beforeAll(async () => {
    if (isThere()) hands = new Hands(await start(), process.env['SITE'] ?? '');
  });
  afterAll(() => hands?.close());

  it.runIf(isThere())('a visitor goes from a list to the thank-you page on a phone', async () => {
    expect(await sendEnquiry(hands, PHONE)).toMatch(/^ENQ-/);
  });

  it.runIf(isThere())('a visitor does the same at a desk', async () => {
    enquiry = await sendEnquiry(hands, DESKTOP);
    expect(enquiry).toMatch(/^ENQ-/);
  });

  it.runIf(isThere())('staff read and quote the enquiry, and make it an order', async () => {
    await hands.open('/ops');
    await hands.fill('Email', ADMIN.email);
    await hands.fill('Password', ADMIN.password);
    await hands.press('button', 'Login');
    await hands.see('heading', 'Dashboard');
    await hands.open(`/ops/crm?tab=enquiries&open=${enquiry}`);
    await hands.press('tab', '/^Documents/');
    await hands.press('button', 'Make quote');
    await hands.arrive('/ops/documents/[\\da-f-]{36}');
    await hands.see('heading', 'Quote, draft');
    await hands.press('button', 'Preview');
    // The preview is as high as what it shows.
    await hands.until(() => {
      const frame = document.querySelector('dialog[open] iframe');
      return frame !== null && frame.getBoundingClientRect().height > 300;
    });
    await hands.open(`/ops/crm?tab=enquiries&open=${enquiry}`);
    await hands.press('button', 'Convert to Order');
    const notice = 'Enquiry converted to order successfully';
    expect(await hands.read(notice)).toBe(notice);
  });

  it.runIf(isThere())('staff see today, the calendar and an item with its picture', async () => {
    await hands.open('/ops/today');
    const day = String(Number(studioDay(0).slice(8)));
    await hands.read(`Today · ${day} `);
    await hands.open('/ops/calendar');
    await hands.until(() => document.querySelectorAll('main [role=columnheader]').length > 7);
    await hands.open('/ops/props-manager');
    await hands.press('link', '/^Edit /');
    await hands.press('button', 'Show Previews');
    const isShown = await hands.until(() => {
      const picture = document.querySelector<HTMLImageElement>(
        'dialog[open] img, [role=dialog] img',
      );
      return picture !== null && picture.naturalWidth > 0 && picture.clientHeight > 20;
    });
    expect(isShown).toBe(true);
  });
});
