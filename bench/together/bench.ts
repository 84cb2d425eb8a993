import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../browser/visit.ts';
import { percentile, table } from '../support/figures.ts';
import { openSite, STAFF, type BenchSite } from '../support/site.ts';

const EDITS = 20;

/** Measures how soon one person's saved edit of an enquiry is in the drawer that another has open. */
export async function benchTogether(): Promise<string> {
  const site = await openSite();
  const browser = await launchBrowser();
  try {
    const { number, item } = await openEnquiry(site);
    const [editing, watching] = [
      await drawerOf(browser, site, number),
      await drawerOf(browser, site, number),
    ];
    const rows = { pressed: [] as number[], saved: [] as number[] };
    for (let edit = 0; edit < EDITS; edit += 1) {
      const times = await oneEdit(editing, watching, item);
      rows.pressed.push(times.shown - times.sent);
      rows.saved.push(times.shown - times.saved);
    }
    const figures = (times: number[]) =>
      [percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0));
    return [
      `Two browsers with the drawer of one enquiry of the demo studio; ${EDITS} edits of a line's pieces by one, until the`,
      "other's drawer shows the number, in ms:\n",
      table([
        ['from', 'median', 'longest'],
        ['the edit is sent', ...figures(rows.pressed)],
        ['the edit is saved and answered', ...figures(rows.saved)],
      ]),
    ].join('\n');
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** An open enquiry of the demo studio, and the name of an item of it. */
async function openEnquiry({ sql }: BenchSite): Promise<{ number: string; item: string }> {
  const [found] = await sql<{ number: string; item: string }[]>`
    select asked.enquiry_number as number, item.name as item
    from enquiry_orders as asked join enquiry_items as line on line.enquiry_order_id = asked.id
      join items as item on item.id = line.item_id
    where asked.status = 'pending' and asked.held_until is null and line.quantity < 900
    order by asked.created_at, line.position limit 1`;
  if (!found) throw new Error('The demo studio has no open enquiry.');
  return found;
}

/** Signs in and opens the drawer of an enquiry; live updates are connected. */
async function drawerOf(browser: Browser, { address }: BenchSite, number: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${address}/ops`);
  await page.getByLabel('Email').fill(STAFF.email);
  await page.getByLabel('Password', { exact: true }).fill(STAFF.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ops\/(?!$)/);
  const live = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed')) resolve();
      }),
    );
  });
  await page.goto(`${address}/ops/crm?tab=enquiries&open=${number}`);
  await page.getByRole('dialog', { name: number, exact: true }).waitFor();
  await live;
  await page.waitForLoadState('networkidle');
  return page;
}

/** One piece more by one person, until the other sees it: moments in ms. */
async function oneEdit(editing: Page, watching: Page, item: string) {
  const field = `Quantity of ${item}`;
  const before = Number(await editing.getByRole('textbox', { name: field }).inputValue());
  const shown = watching
    .waitForFunction(
      ([label, pieces]) =>
        document.querySelector<HTMLInputElement>(`dialog[open] input[aria-label="${label}"]`)
          ?.value === pieces,
      [field, String(before + 1)] as const,
      { polling: 'raf' },
    )
    .then(() => performance.now());
  const call = /\/rpc\/change_enquiry$/;
  const sent = editing.waitForRequest(call).then(() => performance.now());
  const saved = editing.waitForResponse(call).then(() => performance.now());
  await editing.getByRole('button', { name: `Increase quantity of ${item}` }).click();
  return { sent: await sent, saved: await saved, shown: await shown };
}
