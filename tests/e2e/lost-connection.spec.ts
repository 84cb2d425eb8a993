import type { Locator, Page, Route } from '@playwright/test';
import type { Sql } from 'postgres';
import {
  UNEXPECTED,
  enquiriesOf,
  fillFields,
  makeProp,
  notices,
  someMobile,
  storeCart,
  storedCart,
  storedLine,
  submit,
} from './support/order.ts';
import { demoCards } from './support/catalogue.ts';
import { holdTimeouts } from './support/connection.ts';
import { expect, hydrated as hydratedPage, test } from './support/test.ts';

/** A visitor's form, and how to fill, send and count its submissions. */
interface Form {
  name: string;
  call: string;
  /** Notice after a lost connection. */
  lostText: string;
  /** Opens the form; the cart may be in storage already. */
  open(page: Page): Promise<void>;
  fill(page: Page, mobile: string): Promise<void>;
  send(page: Page): Promise<void>;
  /** Waits for the confirmation. */
  confirmed(page: Page): Promise<void>;
  count(sql: Sql, mobile: string): Promise<number>;
}

/** Waits until a field is hydrated: before that its form is posted without JavaScript. */
async function hydrated(field: Locator): Promise<void> {
  await expect
    .poll(() =>
      field.evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react'))),
    )
    .toBe(true);
}

const ENQUIRY = {
  call: '**/rest/v1/rpc/submit_enquiry',
  lostText: 'Your details and your order are kept. Sending again makes no second enquiry.',
  fill: fillFields,
  send: (page: Page) => submit(page).click(),
  confirmed: async (page: Page) => {
    await page.waitForURL('/thank-you-for-enquiry');
    await expect(page.getByRole('main')).toContainText('ENQ-');
  },
  count: async (sql: Sql, mobile: string) => (await enquiriesOf(sql, mobile)).length,
};

const FORMS: Form[] = [
  {
    ...ENQUIRY,
    name: 'the form of My Order',
    open: async (page) => {
      await page.goto('/my-order');
      await page.getByRole('button', { name: 'Place Enquiry' }).click();
    },
  },
  {
    ...ENQUIRY,
    name: 'the form of the order drawer',
    open: async (page) => {
      // why: a reload would reopen a drawer that is already open.
      await page.goto('about:blank');
      await page.goto('/rent-props');
      await page.getByRole('button', { name: /^Cart, / }).click();
      const drawer = page.getByRole('dialog', { name: 'My Order' });
      await drawer.getByRole('button', { name: 'Place Enquiry' }).click();
    },
  },
  {
    name: 'the contact form',
    call: '**/rest/v1/rpc/submit_contact_enquiry',
    lostText: 'What you wrote is kept. Sending again makes no second message.',
    open: async (page) => {
      await page.goto('/#contact');
      await hydrated(page.getByLabel('First name'));
    },
    fill: async (page, mobile) => {
      await page.getByLabel('First name').fill('Asha');
      await page.getByLabel('Last name').fill('Rao');
      await page.getByLabel('Mobile').fill(mobile);
      await page.getByLabel('Email').fill('asha@example.com');
      await page.getByLabel('Message').fill('Is the loft free in June?');
    },
    send: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
    confirmed: async (page) => {
      await expect(notices(page)).toContainText('Enquiry submitted successfully!');
      await expect(page.getByLabel('First name')).toHaveValue('');
    },
    count: async (sql, mobile) => {
      const rows = await sql`select from public.contact_enquiries as contact
        join public.customers as customer on customer.id = contact.customer_id
        where customer.mobile = ${mobile}`;
      return rows.length;
    },
  },
];

/** The problem shown in the open form. */
const alert = (page: Page) =>
  page.getByRole('form', { name: /^(Place Enquiry|Contact)$/ }).getByRole('alert');

/** Ways to lose the connection, and how many submissions have been saved by then. */
const LOSSES: { when: string; arrived: number; lose: (route: Route) => Promise<void> }[] = [
  {
    when: 'before the request arrives',
    arrived: 0,
    lose: (route) => route.abort('connectionrefused'),
  },
  {
    when: 'before its answer is read',
    arrived: 1,
    lose: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  },
  {
    when: 'in the middle of its answer',
    arrived: 1,
    lose: async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).slice(0, -9) });
    },
  },
];

/** Stores a cart with one item and returns its line and a mobile number for the form. */
async function begin(page: Page, sql: Sql) {
  const line = storedLine(await makeProp(sql));
  await storeCart(page, JSON.stringify([line]));
  return { line, mobile: someMobile() };
}

for (const form of FORMS) {
  test.describe(`${form.name} @desktop @long`, () => {
    test('the connection is lost in every way, one after the other; the form is saved once', async ({
      page,
      context,
      sql,
      consoleErrors,
    }) => {
      const { line, mobile } = await begin(page, sql);
      await form.open(page);
      await form.fill(page, mobile);
      const expectLost = async (saved: number) => {
        await expect(notices(page)).toContainText(UNEXPECTED);
        await expect(notices(page)).toContainText(form.lostText);
        await notices(page).getByRole('button', { name: 'Dismiss' }).click();
        await expect(notices(page)).toHaveText('');
        await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
        expect(await storedCart(page)).toEqual([line]);
        await expect.poll(() => form.count(sql, mobile)).toBe(saved);
      };
      await test.step('the browser is offline', async () => {
        await context.setOffline(true);
        await form.send(page);
        await expect(alert(page)).toHaveText(`You are offline. ${form.lostText}`);
        await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
        expect(await storedCart(page)).toEqual([line]);
        expect(await form.count(sql, mobile)).toBe(0);
        await context.setOffline(false);
        await expect(alert(page)).toHaveText('You are back online. Please send it again.');
      });
      for (const { when, arrived, lose } of LOSSES) {
        await test.step(`the connection drops ${when}`, async () => {
          await page.route(form.call, lose, { times: 1 });
          await form.send(page);
          await expectLost(arrived);
        });
      }
      await form.send(page);
      await form.confirmed(page);
      expect(await form.count(sql, mobile)).toBe(1);
      consoleErrors.length = 0;
    });

    for (const how of ['the tab is closed', 'the page is reloaded']) {
      test(`${how} while sending`, async ({ page, context, sql, consoleErrors }) => {
        const { line, mobile } = await begin(page, sql);
        await form.open(page);
        await form.fill(page, mobile);
        const arrived = Promise.withResolvers<void>();
        await page.route(
          form.call,
          async (route) => {
            await route.fetch();
            arrived.resolve();
          },
          { times: 1 },
        );
        await form.send(page);
        await arrived.promise;
        expect(await form.count(sql, mobile)).toBe(1);

        const next = how === 'the tab is closed' ? await context.newPage() : page;
        if (next === page) await page.reload();
        else await page.close();
        await next.bringToFront();
        await form.open(next);
        await expect(next.getByLabel('First name')).toHaveValue('Asha');
        await expect(next.getByLabel('Mobile')).toHaveValue(mobile);
        expect(await storedCart(next)).toEqual([line]);
        await form.send(next);
        await form.confirmed(next);
        expect(await form.count(sql, mobile)).toBe(1);
        consoleErrors.length = 0;
      });
    }
  });
}

/** Keeps the script that reads from a page, as browsers from before 2026 do that asked for it without a connection. */
async function loseReadsUntilReloaded(page: Page): Promise<void> {
  let isLost = true;
  page.on('request', (one) => {
    if (one.isNavigationRequest() && !one.url().endsWith('/rent-props')) isLost = false;
  });
  await page.route('**/assets/public-client-*.js', (route) =>
    isLost ? route.abort('internetdisconnected') : route.continue(),
  );
}

for (const { when, prepare } of [
  { when: '', prepare: async () => {} },
  { when: ', after the script that reads it was lost', prepare: loseReadsUntilReloaded },
]) {
  test(`an item that is tapped without a line says so at once, and opens once it is back${when} @desktop @long`, async ({
    page,
    context,
    consoleErrors,
  }) => {
    await prepare(page);
    await page.goto('/rent-props');
    const link = demoCards(page).first().getByRole('link');
    const name = await link.innerText();
    await hydratedPage(page);
    await context.setOffline(true);
    await link.click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('The line is away');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(heading).toHaveText('The line is away');
    await context.setOffline(false);
    await expect(heading).toHaveText(name);
    consoleErrors.length = 0;
  });
}

test('the contact form keeps what was typed before its script loaded @desktop @long', async ({
  page,
}) => {
  const script = Promise.withResolvers<void>();
  await page.route('**/contact-fields-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  const mobile = someMobile();
  const contact = FORMS[2]!;
  await page.goto('/#contact');
  await contact.fill(page, mobile);
  script.resolve();
  await hydrated(page.getByLabel('First name'));
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('contactDraft')))
    .toContain('Asha');
  await page.reload();
  await contact.open(page);
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
  await expect(page.getByLabel('Message')).toHaveValue('Is the loft free in June?');
});

for (const form of FORMS.slice(0, 2)) {
  // why: history and storage are the same at any width.
  test(`Back and Forward after the thank-you page: ${form.name} @desktop @long`, async ({
    page,
    sql,
  }) => {
    const { mobile } = await begin(page, sql);
    await form.open(page);
    await form.fill(page, mobile);
    await form.send(page);
    await form.confirmed(page);
    await page.goBack();
    await expect(
      page
        .getByRole('link', { name: 'Cart, empty' })
        .or(page.getByRole('button', { name: 'Cart, empty' })),
    ).toBeVisible();
    await expect(submit(page)).toHaveCount(0);
    await page.goForward();
    await form.confirmed(page);
    await page.reload();
    await form.confirmed(page);
    expect(await form.count(sql, mobile)).toBe(1);
    expect(await storedCart(page)).toBeNull();
  });
}

test('an answer that arrives late, after a retry @long @desktop', async ({
  page,
  sql,
  consoleErrors,
}) => {
  await holdTimeouts(page);
  const [form] = FORMS;
  if (!form) throw new Error('There are forms.');
  const { mobile } = await begin(page, sql);
  await form.open(page);
  await form.fill(page, mobile);
  const late = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(form.call, async (route) => {
    calls += 1;
    const answer = await route.fetch();
    if (calls === 1) await late.promise;
    await route.fulfill({ response: answer }).catch(() => {});
  });
  await form.send(page);
  await expect.poll(() => form.count(sql, mobile)).toBe(1);
  // A request times out after 15 seconds.
  await page.clock.runFor(15_000);
  await expect(submit(page)).toBeVisible();
  await form.send(page);
  await form.confirmed(page);
  late.resolve();
  await page.reload();
  await form.confirmed(page);
  expect(calls).toBe(2);
  expect(await form.count(sql, mobile)).toBe(1);
  consoleErrors.length = 0;
});
