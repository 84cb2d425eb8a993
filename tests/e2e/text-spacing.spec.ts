import type { Page } from '@playwright/test';
import { makeProp, openOrder, storedLine } from './support/order.ts';
import { expect, hydrated, test } from './support/test.ts';

/** Spacing that a reader may set without losing text (WCAG 1.4.12). */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Runs in the page: the texts within these elements that something around them cuts off. */
function cutTexts(parts: string): string[] {
  const cut: string[] = [];
  for (const part of document.querySelectorAll(parts)) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      const around = text.parentElement;
      if (!words || !around?.checkVisibility() || around.closest('.sr-only, [aria-hidden]'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const own = range.getBoundingClientRect();
      for (let one: Element | null = around; one && one !== part; one = one.parentElement) {
        if (getComputedStyle(one).overflowX === 'visible') continue;
        const box = one.getBoundingClientRect();
        const isCut =
          own.left < box.left - 1 ||
          own.right > box.right + 1 ||
          own.top < box.top - 1 ||
          own.bottom > box.bottom + 1;
        if (isCut) cut.push(`${words} in ${one.outerHTML.slice(0, 120)}`);
      }
    }
  }
  return [...new Set(cut)];
}

const cutIn = async (page: Page, parts: string) => {
  await expect(page.locator(parts).first()).toBeVisible();
  // why not a style tag: the page's policy refuses it.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);
  return page.evaluate(cutTexts, parts);
};

for (const width of [390, 768, 1440]) {
  test.describe(`at ${width} px @desktop @long`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('wide text spacing cuts no name on a card of a list, the cart or a manager', async ({
      page,
      sql,
      signIn,
    }) => {
      const lamp = await makeProp(sql);
      await openOrder(page, [storedLine(lamp)]);
      await hydrated(page);
      expect(await cutIn(page, 'main li, main article')).toEqual([]);
      for (const list of [
        'rent-props',
        'rent-clothes',
        'rent-sets-packages',
        'crew-rental',
        'search?q=red',
      ]) {
        await page.goto(`/${list}`);
        expect(await cutIn(page, 'main article'), list).toEqual([]);
      }
      await signIn();
      for (const kind of ['props', 'clothes', 'backdrops', 'gear', 'crew', 'sets']) {
        await page.goto(`/ops/${kind}-manager?view=grid`);
        expect(await cutIn(page, 'main li, main article, main [role=row], main tr'), kind).toEqual(
          [],
        );
      }
    });
  });
}
