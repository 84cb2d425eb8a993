import { chromium as playwright, type Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { chromium } from '#tests/support/chromium.ts';
import { count, percentile, table } from '../support/figures.ts';
import { openSite, STAFF } from '../support/site.ts';

const ITEMS = 500;
/** Pixels per second: a fast turn of the wheel. */
const SPEED = 2_400;
const FRAME_MS = 1000 / 60;

/** Measures scrolling through the 500 rows of a month in Chromium. */
export async function measureScrolling(): Promise<string> {
  const site = await openSite();
  const browser = await playwright.launch({
    executablePath: chromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    await fillMonth(site.sql);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${site.address}/ops`);
    await page.getByLabel('Email').fill(STAFF.email);
    await page.getByLabel('Password').fill(STAFF.password);
    await page.getByRole('button', { name: 'login' }).click();
    await page.waitForURL('**/ops/dashboard');
    const rows: string[][] = [];
    for (const [what, slowdown] of [
      ['as it is', 1],
      ['4× slower', 4],
    ] as const) {
      await page.goto(
        `${site.address}/ops/calendar?from=${await nextMonth(site.sql)}&q=Bench+item`,
      );
      await page.getByRole('row').nth(20).waitFor();
      // why: all parts are read before, as scrolling a second time finds them.
      await scroll(page);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const frames = await scroll(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const seconds = frames.reduce((sum, frame) => sum + frame, 0) / 1000;
      const longer = (ms: number) => count(frames.filter((frame) => frame > ms).length);
      rows.push([
        what,
        (frames.length / seconds).toFixed(1),
        percentile(frames, 0.5).toFixed(1),
        percentile(frames, 0.95).toFixed(1),
        Math.max(...frames).toFixed(1),
        count(frames.length),
        longer(1.5 * FRAME_MS),
        longer(50),
      ]);
    }
    const shown = await page.getByRole('row').count();
    return [
      `\nScrolling through a month of ${count(ITEMS)} items at ${count(SPEED)} px a second, in Chromium at 1440 px; frames in ms. ${count(shown)} rows are in the page at a time:\n`,
      table([
        ['processor', 'frames/s', 'p50', 'p95', 'longest', 'frames', 'over 25 ms', 'over 50 ms'],
        ...rows,
      ]),
    ].join('\n');
  } finally {
    await browser.close();
    await site.stop();
  }
}

const nextMonth = async (sql: Sql): Promise<string> => {
  const [made] = await sql<{ day: string }[]>`
    select (date_trunc('month', private.today()) + interval '1 month')::date::text as day`;
  return made?.day ?? '';
};

/** 500 props with two pieces, each of which is booked three times in the next month. */
async function fillMonth(sql: Sql): Promise<void> {
  await sql`
    insert into props (name, quantity)
    select 'Bench item ' || lpad(n::text, 3, '0'), 2 from generate_series(1, ${ITEMS}::integer) as n`;
  await sql`
    insert into customers (first_name, last_name, mobile, email)
    values ('Asha', 'Rao', '+919800000099', 'asha@example.test')`;
  await sql`
    insert into orders (customer_id, total_price)
    select id, 0 from customers, generate_series(1, 100) where mobile = '+919800000099'`;
  await sql`
    insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
    select made.id, 'prop', item.id, 1, 0, day, day + item.n % 4
    from (
      select id, (row_number() over (order by code))::integer as n from items where name like 'Bench item %'
    ) as item
      cross join generate_series(0, 2) as part
      cross join lateral (
        select (date_trunc('month', private.today()) + interval '1 month')::date + 10 * part + item.n % 6 as day
      ) as begins
      join (
        select id, (row_number() over (order by order_number))::integer as n from orders
        where customer_id = (select id from customers where mobile = '+919800000099')
      ) as made on made.n = 1 + (item.n + 31 * part) % 100`;
}

/** Scrolls from the first row to the last and returns the time of each frame, in ms. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async (speed) => {
    const region = document.querySelector('[role=region][aria-label=Timeline]');
    if (!region) throw new Error('The timeline is not in the page.');
    region.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
    const frames: number[] = [];
    await new Promise<void>((resolve) => {
      const start = performance.now();
      let last = start;
      const step = (now: number) => {
        frames.push(now - last);
        last = now;
        region.scrollTop = ((now - start) / 1000) * speed;
        const atEnd = region.scrollTop >= region.scrollHeight - region.clientHeight - 1;
        if (atEnd) resolve();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    return frames.slice(1);
  }, SPEED);
}
